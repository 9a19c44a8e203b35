/// The banner, remarks and the bottom line.
extension Navigator {
  /// Shows a message above the bottom line: a warning or failure until the user dismisses it or its cause is withdrawn,
  /// a notice until the next key.
  public func announce(_ text: String, severity: Severity = .failure) {
    isLastingNewest = severity != .notice
    if isLastingNewest { lastingBanner = ScreenNotice(text: text, severity: severity) } else { banner = text }
    contentDidChange()
  }

  /// Shows a message until the next key; after another message, such as the result of an action, that is still shown.
  public func announceWhenFree(_ text: String) {
    if visibleBanner == nil { announce(text, severity: .notice) } else { nextBanner = text }
  }

  /// Removes a message whose cause no longer exists.
  public func withdrawBanner(_ text: String) {
    if banner == text { banner = nil }
    if lastingBanner?.text == text { lastingBanner = nil }
    contentDidChange()
  }

  /// Replaces a message that is still shown.
  public func replaceBanner(_ text: String, with new: String) {
    guard banner == text else { return }
    banner = new
    contentDidChange()
  }

  /// The newest message. A lasting one that a notice covers returns with the next key, a notice when the lasting one is
  /// withdrawn.
  var visibleBanner: ScreenNotice? {
    let notice = banner.map { ScreenNotice(text: $0) }
    return isLastingNewest ? lastingBanner ?? notice : notice ?? lastingBanner
  }

  /// The command that dismisses what stays on screen: the announced warning or failure, or the notice of the screen.
  var dismissalCommands: [AvailableCommand] {
    guard let top, lastingBanner != nil || top.canDismissNotice else { return [] }
    return [
      AvailableCommand(ProgramCommands.dismiss, hint: "dismiss") { [weak self, weak top] in
        guard let self else { return }
        if lastingBanner == nil { top?.dismissNotice() }
        lastingBanner = nil
        contentDidChange()
      }
    ]
  }

  /// The left part of the last row.
  public var bottomLine: BottomLine {
    let status = menu?.bottomLine ?? top.map(bottomLine) ?? .status("")
    guard let remark else { return status }
    // The typed text and the question of a menu stay visible.
    if case .prompt(_, let field) = status { return .prompt("\(remark.text) ·", field) }
    let isQuestion = menu != nil && activeBindings.contains { $0.command?.isConfirmation == true }
    return isQuestion ? status : .status(remark.text)
  }

  /// Shows a sentence in the bottom line until the next key.
  public func showRemark(_ sentence: String) {
    remark = Remark(text: sentence)
    contentDidChange()
  }

  /// Shows why a key does nothing. The back key on the root screen is ignored silently.
  func showUnboundKey(_ sequence: KeySequence) {
    if isAtRoot, sequence == keymap.keys(of: ProgramCommands.back).first { return }
    remark = Remark(
      text: reason(for: sequence) ?? "\(sequence.label) does nothing here",
      unboundKey: sequence.keys.last)
  }

  /// Removes the remark about an unbound key that has an effect by now, for example because the screen has loaded.
  func removeOutdatedRemark() {
    guard let key = remark?.unboundKey, activeBindings.binding(for: key) != nil else { return }
    remark = nil
  }

  /// In a field, keys edit the text. No reasons are shown there.
  private func reason(for sequence: KeySequence) -> String? {
    focusedField == nil ? keymap.reason(for: sequence, among: screenUnavailableCommands) : nil
  }

  /// The commands that the top screen does not offer now; in an editor only its own.
  var screenUnavailableCommands: [UnavailableCommand] {
    guard let top, top.focusedField == nil else { return [] }
    return top.unavailableCommands + (top.focusedEditor == nil ? unavailableGlobalCommands() : [])
  }

  func tooSmallMessage(width: Int) -> String {
    let needed = "\(Self.smallestSize.width)×\(Self.smallestSize.height)"
    let sentences = [
      "The terminal is too small: Tern needs \(needed)", "Too small: needs \(needed)", "Needs \(needed)",
    ]
    var withKey: [String] = []
    if !isWriting, let key = keymap.label(of: ProgramCommands.quit) {
      withKey = (sentences + [needed]).map { "\($0) · \(key) quit" } + ["\(needed) · \(key)"]
    }
    return (withKey + sentences).first { $0.count <= width } ?? needed
  }
}

/// A message in the bottom line.
struct Remark {
  var text: String
  /// The key without effect that the remark is about; nil if it is about something else.
  var unboundKey: Key?
}
