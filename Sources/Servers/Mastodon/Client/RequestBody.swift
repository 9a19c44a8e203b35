import FoundationEssentials
import Network

enum RequestBody {
  case none
  case form(FormBody)
  case json([UInt8])
  /// - type: the content type.
  case upload(HTTPUpload, type: String)

  /// - Parameter value: a value of strings, numbers and arrays, which can always be encoded.
  init(json value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    self = (try? encoder.encode(value)).map { .json(Array($0)) } ?? .none
  }

  func write(to request: inout HTTPRequest) {
    switch self {
    case .none: break
    case .form(let form):
      request.headers.add("Content-Type", FormBody.contentType)
      request.body = form.bytes
    case .json(let bytes):
      request.headers.add("Content-Type", "application/json")
      request.body = bytes
    case .upload(let upload, let type):
      request.headers.add("Content-Type", type)
      request.upload = upload
    }
  }
}
