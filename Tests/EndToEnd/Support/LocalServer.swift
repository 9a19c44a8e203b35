import FaultServer
import Foundation

/// A plain HTTP client for local ports, independent of Tern's.
enum LocalServer {
  enum Body {
    case form([(name: String, value: String)])
    case json(String)

    fileprivate var type: String {
      switch self {
      case .form: "application/x-www-form-urlencoded"
      case .json: "application/json"
      }
    }

    fileprivate var text: String {
      switch self {
      case .form(let fields): fields.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
      case .json(let text): text
      }
    }

    private static func encoded(_ text: String) -> String {
      text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
  }

  struct Response {
    var status: Int
    var location: String?
    var body: String

    var object: [String: Any] {
      get throws { try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any] ?? [:] }
    }

    var objects: [[String: Any]] {
      get throws { try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [[String: Any]] ?? [] }
    }
  }

  /// Sends a request.
  /// - Returns: nil if there is no response.
  static func ask(
    _ port: Int, _ method: String, _ path: String, headers: [String: String] = [:], body: Body? = nil
  ) async -> Response? {
    var fields = headers.map { "\($0): \($1)\r\n" }.joined()
    if let body { fields += "Content-Type: \(body.type)\r\nContent-Length: \(body.text.utf8.count)\r\n" }
    let request =
      "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\(fields)\r\n\(body?.text ?? "")"
    let text = await withCheckedContinuation { continuation in
      // A separate thread, so that waiting for the socket blocks no other test.
      Thread.detachNewThread { continuation.resume(returning: RawConnection(port: port)?.exchange(request)) }
    }
    return text.flatMap(Response.init(read:))
  }
}

extension LocalServer.Response {
  fileprivate init?(read text: String) {
    guard let end = text.range(of: "\r\n\r\n") else { return nil }
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
    let location = lines.first { $0.lowercased().hasPrefix("location:") }
    self.init(
      status: status, location: location?.dropFirst("location:".count).trimmingCharacters(in: .whitespaces),
      body: String(text[end.upperBound...]))
  }
}
