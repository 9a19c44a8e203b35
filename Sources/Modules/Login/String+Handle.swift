extension String {
  /// What a person typed as a handle, without the spaces around it and without its first `@`.
  var asHandle: String {
    var handle = drop(while: \.isWhitespace)
    while handle.last?.isWhitespace == true { handle.removeLast() }
    return String(handle.drop { $0 == "@" })
  }
}
