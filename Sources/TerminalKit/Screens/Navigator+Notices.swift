/// What is said to the person: in the bottom line, above it, and where there is room for nothing else.
extension Navigator {
  /// Says something that is no single screen's: above the bottom line, until the next key. nil takes it back.
  public func announce(_ text: String?, isFailure: Bool = true) {
    guard text != announcement?.text else { return }
    announcement = text.map { ($0, isFailure) }
    contentDidChange()
  }

  /// The left part of the last row.
  public var bottomLine: BottomLine {
    let usual = palette.map { .prompt($0.question, $0.field) } ?? top.map(bottomLine) ?? .status("")
    guard let said = remark ?? menu?.title else { return usual }
    // What is typed stays to be seen.
    if menu == nil, case .prompt(_, let field) = usual { return .prompt(said, field) }
    return .status(said)
  }

  /// Says something in the bottom line, until the next key.
  public func say(_ sentence: String) {
    remark = sentence
    contentDidChange()
  }

  /// On the first screen there is nothing to go back to, and whoever tries to is not told so.
  func showNothingHappened(_ sequence: KeySequence) {
    if isAtRoot, sequence == keymap.keys(of: ProgramCommands.back).first { return }
    remark = "\(sequence.label) does nothing here"
  }

  func sentenceWhereTooSmall(width: Int) -> String {
    let needed = "\(Self.smallestSize.width)×\(Self.smallestSize.height)"
    guard let key = keymap.label(of: ProgramCommands.quit) else { return needed }
    let sentences = ["\(needed) needed · \(key) quit", "\(needed) · \(key) quit", "\(needed) · \(key)"]
    return sentences.first { $0.count <= width } ?? needed
  }
}
