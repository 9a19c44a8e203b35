import TerminalKit

/// Parser of key reports in control sequences, with modifiers. Sources: xterm's Control Sequences, “PC-Style Function
/// Keys” and “Other Keys” (modifyOtherKeys); fixterms, “Fix Keyboard Input on Terminals” (CSI u); kitty, “Comprehensive
/// keyboard handling in terminals”. Tern enables none of these, but users configure terminals and tmux to send them,
/// and tmux sends line ends of pasted text as `ESC [ 106 ; 5 u`.
///
/// Keys that plain terminals do not distinguish are treated alike: Control-J is Enter.
enum KeyReport {
  /// The keys of `ESC [ 1 ; 5 D`, `ESC [ 3 ; 2 ~`, `ESC [ 13 ; 3 u`, `ESC [ 97 : 65 ; 2 u`, `ESC [ 27 ; 5 ; 127 ~`.
  /// - Returns: Several keys if one key produced several characters; none for a key release or a key without a name in
  ///   Tern; nil if the sequence is not a key report.
  static func keys(parameters: String, final: Character) -> [Key]? {
    guard let report = KeyReportParameters(parameters) else { return nil }
    if let (code, isCharacterReport) = report.characterCode(final: final) {
      if report.isRelease { return [] }
      let modifiers = report.modifiers
      if isCharacterReport, let text = report.text(of: code), modifiers?.held.contains(.control) != true {
        return text.map { Key.character($0) }
      }
      return [modifiers.flatMap { key(code, $0) }].compactMap(\.self)
    }
    guard report.count == 2, let name = named(report, final: final) else { return nil }
    return report.isRelease ? [] : [report.modifiers.flatMap { key(name, $0.held) }].compactMap(\.self)
  }

  /// The text of a key report within a paste: a newline for Enter and Control-J, nothing for function keys and key
  /// releases.
  /// - Returns: nil if the sequence does not report a character.
  static func pastedText(parameters: String, final: Character) -> String? {
    guard let report = KeyReportParameters(parameters),
      let (code, isCharacterReport) = report.characterCode(final: final)
    else { return nil }
    if report.isRelease { return "" }
    if isCharacterReport, let text = report.text(of: code) { return text }
    guard let modifiers = report.modifiers else { return "" }
    switch KeyName(code: code.key) {
    case .key(.enter): return "\n"
    case .tab: return "\t"
    case .some: return ""
    case nil: break
    }
    if modifiers.held.contains(.control), let control = code.control(modifiers) {
      return control == "\r" ? "\n" : String(control)
    }
    return code.character(modifiers).map { String($0) } ?? ""
  }

  private static func named(_ report: KeyReportParameters, final: Character) -> KeyName? {
    let number = report.number(0) ?? 1
    return final == "~" ? KeyName(number: number) : number == 1 ? KeyName(letter: final) : nil
  }

  private static func key(_ code: KeyReportCode, _ modifiers: KeyReportModifiers) -> Key? {
    if let name = KeyName(code: code.key) { return key(name, modifiers.held) }
    switch (modifiers.held.contains(.control), modifiers.held.contains(.alt)) {
    case (false, false): return code.character(modifiers).map { .character(Character($0)) }
    case (false, true): return code.ascii(modifiers).map { .alt(Character($0)) }
    case (true, false): return code.control(modifiers).flatMap { Key(character: $0.value) }
    // Tern has no names for Control-Alt combinations.
    case (true, true): return nil
    }
  }

  private static func key(_ name: KeyName, _ held: Modifiers) -> Key? {
    switch (name, held) {
    case (.key(let named), []): named.key
    // Plain terminals send the same bytes for both.
    case (.key(.backspace), .shift): .backspace
    case (.key(let named), _): .modified(named, held)
    case (.tab, []): .tab
    case (.tab, .shift): .backTab
    case (.escape, []), (.escape, .shift): .escape
    case (.function(let number), []): .function(number)
    case (.tab, _), (.escape, _), (.function, _), (.unnamed, _): nil
    }
  }
}
