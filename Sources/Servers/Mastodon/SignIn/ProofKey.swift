import CNettle
import Domain
import FoundationEssentials

/// A PKCE key: proves that the client that redeems a code is the one that requested it (RFC 7636).
struct ProofKey: Sendable {
  /// 32 random bytes as 43 characters.
  let verifier: Secret
  /// The SHA-256 hash of the verifier (S256).
  let challenge: String

  init(verifier: String) {
    self.verifier = Secret(verifier)
    challenge = SHA256.hash(Array(verifier.utf8)).base64URL
  }

  init(random bytes: [UInt8]) {
    self.init(verifier: bytes.base64URL)
  }
}

enum SHA256 {
  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var context = sha256_ctx()
    nettle_sha256_init(&context)
    nettle_sha256_update(&context, bytes.count, bytes)
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    nettle_sha256_digest(&context, digest.count, &digest)
    return digest
  }
}

extension [UInt8] {
  /// Base64url (RFC 4648, 5), without padding.
  var base64URL: String {
    Data(self).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Bytes from the system's random number generator.
  static func random(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
