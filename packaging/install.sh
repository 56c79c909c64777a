#!/bin/sh
# Fetches a released archive of Tsumugi, checks its SHA-256 sum and puts the program in place. It does nothing else.
#
#   TSUMUGI_VERSION=0.1.0 sh install.sh            the program goes to ~/.local/bin
#   PREFIX=/usr/local sh install.sh                … to /usr/local/bin
#   TSUMUGI_RELEASES=file:///media/stick sh install.sh   from another place
set -eu

version="${TSUMUGI_VERSION:-@VERSION@}"
releases="${TSUMUGI_RELEASES:-@RELEASES@}"
prefix="${PREFIX:-$HOME/.local}"

fail() { echo "error: $1" >&2; exit 1; }
case "$version$releases" in *@*@*) fail "this script was not filled in by a release; set TSUMUGI_VERSION and TSUMUGI_RELEASES" ;; esac

case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) target=x86_64-unknown-linux-gnu ;;
  Linux-aarch64) target=aarch64-unknown-linux-gnu ;;
  Darwin-arm64) target=aarch64-apple-darwin ;;
  Darwin-x86_64) target=x86_64-apple-darwin ;;
  *) fail "there is no archive for $(uname -s) on $(uname -m); build from source" ;;
esac
name="tsumugi-$version-$target"

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
for file in "$name.tar.gz" SHA256SUMS; do
  curl --fail --silent --show-error --location --output "$work/$file" "$releases/v$version/$file" || fail "$file cannot be fetched"
done

cd "$work"
grep " $name.tar.gz\$" SHA256SUMS >wanted || fail "SHA256SUMS does not name $name.tar.gz"
if command -v sha256sum >/dev/null; then sha256sum -c wanted >/dev/null; else shasum -a 256 -c wanted >/dev/null; fi ||
  fail "the sum of $name.tar.gz is wrong; nothing was installed"

tar -xzf "$name.tar.gz"
mkdir -p "$prefix/bin"
cp "$name/tsumugi" "$prefix/bin/tsumugi.new"
mv "$prefix/bin/tsumugi.new" "$prefix/bin/tsumugi"
echo "installed $prefix/bin/tsumugi $version"
