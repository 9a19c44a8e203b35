import Domain
import Settings

/// What a person reads on the screen of faults in their settings.
enum SettingsNotice {
  /// How many faults there are, the first one, and where to read of all; nil where there is none.
  static func text(of faults: [SettingsFault], path: String) -> String? {
    guard let first = faults.first else { return nil }
    var names: [String] = []
    for path in faults.map({ $0.file ?? path }) {
      let name = path.split(separator: "/").last.map { String($0).escapingControls } ?? path
      if !names.contains(name) { names.append(name) }
    }
    let name = names.joined(separator: " and ")
    let place = first.position.map { "line \($0.line), column \($0.column): " } ?? ""
    let count = faults.count == 1 ? "\(name): " : "\(faults.count) faults in \(name), the first in "
    return "\(count)\(place)\(first.words) · tern config check"
  }
}
