/// An error response instead of a timeline: `{"error": …}`, `{"errors": [{"message": …}]}`, or a problem `{"title": …,
/// "detail": …, "type": …, "status": …}` (RFC 9457).
enum ErrorDocument {
  /// Its message; nil if the file is not an error response.
  static func message(in reader: inout JSONReader, shape: FileShape) -> String? {
    guard shape.top == .object, shape.has(anyOf: "error", "errors") || isProblem(shape) else { return nil }
    guard let document = try? reader.readValue() else { return nil }
    if let error = document["error"] {
      return text(of: document) ?? text(of: error) ?? error.text
    }
    let errors = document["errors"]?.elements.compactMap { text(of: $0) ?? $0.text } ?? []
    if errors.isEmpty { return isProblem(shape) ? text(of: document) : document["errors"]?.text }
    // The errors are more specific than the detail.
    let message = (errors.dropLast().map(\.withoutFullStop) + errors.suffix(1)).joined(separator: "; ")
    guard let title = document["title"]?.text, !message.hasPrefix(title) else { return message }
    return "\(title): \(message)"
  }

  private static func isProblem(_ shape: FileShape) -> Bool {
    shape.has(allOf: "title", "detail") || shape.has(allOf: "title", "type", "status")
  }

  private static func text(of error: JSONValue) -> String? {
    for key in ["message", "error_description"] {
      if let text = error[key]?.text { return text }
    }
    let detail = error["detail"]?.text
    guard let title = error["title"]?.text else { return detail }
    guard let detail, detail != title else { return title }
    return "\(title): \(detail)"
  }
}
