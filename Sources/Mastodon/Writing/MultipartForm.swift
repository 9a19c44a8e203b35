import Network

/// A form with a file in it (RFC 7578). The file is not held: it is read while the form is sent.
struct MultipartForm {
  let boundary: String
  private var head = ""

  /// - Parameter boundary: letters and digits that stand in none of the fields, and by all chance not in the file.
  init(boundary: String) {
    self.boundary = boundary
  }

  var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  /// - Parameter name: letters alone.
  mutating func add(_ name: String, _ value: String) {
    head += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
  }

  /// Ends the form.
  /// - Parameters:
  ///   - name: letters alone, as `fileName`, with a dot, and `type` are.
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
