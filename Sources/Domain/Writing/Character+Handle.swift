extension Character {
  /// Whether an `@` behind it begins no mention.
  var continuesHandle: Bool { isHandleCharacter || self == "/" || self == "=" }

  private var isHandleCharacter: Bool { isASCII && (isLetter || isNumber) || self == "_" || self == "." || self == "-" }
}
