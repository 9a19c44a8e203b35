extension Character {
  /// Whether an `@` after this character does not start a mention.
  var continuesHandle: Bool { isHandleCharacter || self == "/" || self == "=" }

  private var isHandleCharacter: Bool { isASCII && (isLetter || isNumber) || self == "_" || self == "." || self == "-" }
}
