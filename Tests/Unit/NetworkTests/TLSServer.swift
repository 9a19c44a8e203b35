import FolderSupport
import Foundation

/// `openssl s_server` with a test certificate.
final class TLSServer {
  enum Certificate: CaseIterable {
    case good, expired, ofAnotherHost, signedByNobody
  }

  let port: Int
  private let process: Int32

  /// Makes the authority for all certificates but `signedByNobody`.
  /// - Returns: the path of its certificate.
  static func makeAuthority(in folder: TemporaryFolder) throws -> String {
    let certificate = folder.path(of: "ca.pem")
    try run(
      "openssl",
      ["req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=Tern tests", "-out", certificate]
        + key(folder.path(of: "ca.key")))
    return certificate
  }

  init(_ kind: Certificate, in folder: TemporaryFolder, port: Int) throws {
    self.port = port
    let (request, certificate) = (folder.path(of: "\(kind).csr"), folder.path(of: "\(kind).pem"))
    let key = folder.path(of: "\(kind).key")
    try run("openssl", ["req", "-nodes", "-subj", "/CN=server", "-out", request] + Self.key(key))
    let name = kind == .ofAnotherHost ? "DNS:other.example" : "DNS:localhost,IP:127.0.0.1"
    try folder.write("subjectAltName=\(name)\n", to: "\(kind).ext")
    let signer =
      kind == .signedByNobody
      ? ["-signkey", key]
      : ["-CA", folder.path(of: "ca.pem"), "-CAkey", folder.path(of: "ca.key"), "-set_serial", "7"]
    // A certificate that ends a day before its start.
    let days = kind == .expired ? "-1" : "2"
    try run(
      "openssl",
      ["x509", "-req", "-in", request, "-out", certificate, "-days", days, "-extfile", folder.path(of: "\(kind).ext")]
        + signer)
    // It ends after the first response.
    let command =
      "openssl s_server -quiet -www -naccept 1 -accept 127.0.0.1:\(port) -key '\(key)' -cert '\(certificate)'"
    let number = folder.path(of: "\(kind).number")
    guard system("\(command) </dev/null >/dev/null 2>&1 & echo $! >'\(number)'") == 0,
      let process = Int32(try folder.text(of: "\(kind).number").trimmingCharacters(in: .whitespacesAndNewlines))
    else { throw Failed(command: command) }
    self.process = process
  }

  deinit {
    kill(process, SIGKILL)
  }

  private static func key(_ path: String) -> [String] {
    ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-keyout", path]
  }
}
