import Domain
import Settings

/// The notice about faults in the settings.
enum SettingsNotice {
  /// The number of faults, the first fault, and the command that lists all; nil without faults.
  static func text(of faults: [SettingsFault], path: String) -> String? {
    guard let first = faults.first else { return nil }
    var names: [String] = []
    for path in faults.map({ $0.file ?? path }) {
      let name = path.split(separator: "/").last.map { String($0).escapingControls } ?? path
      if !names.contains(name) { names.append(name) }
    }
    let name = names.joined(separator: " and ")
    let location = first.position.map { "line \($0.line), column \($0.column): " } ?? ""
    let count = faults.count == 1 ? "\(name): " : "\(faults.count) errors in \(name), the first in "
    return "\(count)\(location)\(first.message) · tern config check"
  }
}
