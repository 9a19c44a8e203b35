extension Profile {
  /// Whether a person means this one by what they typed: with or without `@`, in any case.
  public func goes(by typedHandle: String) -> Bool {
    guard !self.handle.isEmpty else { return false }
    let typed = typedHandle.drop(while: \.isWhitespace)
    let handle = typed.hasPrefix("@") ? typed.dropFirst() : typed
    let end = handle.lastIndex { !$0.isWhitespace }.map(handle.index(after:)) ?? handle.startIndex
    return handle[..<end].lowercased() == self.handle.lowercased()
  }
}
