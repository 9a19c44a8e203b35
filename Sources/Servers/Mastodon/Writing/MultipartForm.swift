import Network

/// A multipart form with a file (RFC 7578). The file is read while the form is sent.
struct MultipartForm {
  let boundary: String
  private var head = ""

  /// - Parameter boundary: letters and digits that do not occur in the fields, and in all probability not in the file.
  init(boundary: String) {
    self.boundary = boundary
  }

  var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  /// - Parameter name: letters only.
  mutating func add(_ name: String, _ value: String) {
    head += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
  }

  /// The upload of the form with a file as its last field.
  /// - Parameters:
  ///   - name: letters only; so are `fileName`, with a dot, and `type`.
  func upload(
    _ file: UploadFile, as name: String, fileName: String, type: String, progress: @escaping @Sendable (Double) -> Void
  ) -> HTTPUpload {
    let part = """
      --\(boundary)\r\nContent-Disposition: form-data; name="\(name)"; filename="\(fileName)"\r\n\
      Content-Type: \(type)\r\n\r\n
      """
    return HTTPUpload(
      head: Array((head + part).utf8), file: file, tail: Array("\r\n--\(boundary)--\r\n".utf8), progress: progress)
  }
}
