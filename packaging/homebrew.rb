class Tsumugi < Formula
  desc "Translates whole books with language models"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "@RELEASES@/v@VERSION@/tsumugi-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256:aarch64-apple-darwin.tar.gz@"
    end
    on_intel do
      url "@RELEASES@/v@VERSION@/tsumugi-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256:x86_64-apple-darwin.tar.gz@"
    end
  end
  on_linux do
    url "@RELEASES@/v@VERSION@/tsumugi-@VERSION@-x86_64-unknown-linux-gnu.tar.gz"
    sha256 "@SHA256:x86_64-unknown-linux-gnu.tar.gz@"
  end

  def install
    bin.install "tsumugi"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/tsumugi.bash" => "tsumugi"
    zsh_completion.install "completions/_tsumugi"
    fish_completion.install "completions/tsumugi.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/tsumugi --version")
  end
end
