import Foundation
import Network

extension SimulatedServer {
  public struct Response: Sendable {
    var status: Int
    var headers: HTTPHeaders
    var body: [UInt8]

    init(status: Int = 200, type: String = "application/json", headers: HTTPHeaders = [:], _ body: String) {
      self.status = status
      self.headers = headers
      self.headers.add("Content-Type", type)
      self.body = Array(body.utf8)
    }

    static func list(_ values: some Sequence<String>) -> Response { Response(array(values)) }

    static func error(_ status: Int, _ message: String, _ headers: HTTPHeaders = [:]) -> Response {
      Response(status: status, headers: headers, #"{"error":\#(quoted(message))}"#)
    }

    static func invalid(_ reason: String) -> Response { error(422, "Validation failed: \(reason)") }

    static let done = Response("{}")
    static let absent = error(404, "Record not found")
    static let invalidToken = error(401, "The access token is invalid")
  }
}

/// An array of values in JSON.
func array(_ values: some Sequence<String>) -> String { "[\(values.joined(separator: ","))]" }

/// A string in JSON.
func quoted(_ text: String) -> String {
  (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
}
