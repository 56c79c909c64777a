"""A mail server for the tests: takes mail for everybody, after a login, and writes it down, one JSON object on a line.

Arguments: the port, the file, and `refuse` (takes nothing) or `starttls` (takes nothing in the clear; writes the certificate
to trust beside the file, as `ca.pem`). It ends when its standard input does.
"""

import datetime
import email
import email.policy
import ipaddress
import json
import pathlib
import ssl
import sys

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

port, path, modes = int(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]


def note(what):
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(what) + "\n")


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        if "refuse" in modes:
            note({"refused": address})
            return f"451 4.2.1 <{address}> is asked to come later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        part = lambda kind: mail.get_body((kind,)).get_content()
        headers = {name.lower(): str(value) for name, value in mail.items()}
        is_encrypted = session.ssl is not None
        note({"to": envelope.rcpt_tos, "from": envelope.mail_from, "headers": headers, "plain": part("plain"),
              "html": part("html"), "is_encrypted": is_encrypted})
        return "250 OK"


def authenticate(server, session, envelope, mechanism, data):
    is_right = (data.login, data.password) == (b"books", b"a word for mail")
    return AuthResult(success=is_right, handled=is_right)


def certificate():
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    now = datetime.datetime.now(datetime.timezone.utc)

    def sign(subject, key, issuer, issuer_key, extensions):
        name = lambda text: x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])
        builder = x509.CertificateBuilder().subject_name(name(subject)).issuer_name(name(issuer))
        builder = builder.public_key(key.public_key()).serial_number(x509.random_serial_number())
        builder = builder.not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=1))
        for extension in extensions:
            builder = builder.add_extension(extension, critical=False)
        return builder.sign(issuer_key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)

    authority, own = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    ca = sign("authority", authority, "authority", authority, [x509.BasicConstraints(ca=True, path_length=None)])
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    chain = sign("localhost", own, "authority", authority, [x509.SubjectAlternativeName(names)])
    (path.parent / "ca.pem").write_bytes(ca)
    key = own.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (path.parent / "mail.pem").write_bytes(key + chain)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(path.parent / "mail.pem")
    return context


options = {"authenticator": authenticate, "auth_required": True, "auth_require_tls": False}
if "starttls" in modes:
    options |= {"tls_context": certificate(), "require_starttls": True}
controller = Controller(Handler(), hostname="127.0.0.1", port=port, **options)
controller.start()
sys.stdin.read()
controller.stop()
