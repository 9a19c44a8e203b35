import Domain
import ScreenSupport

/// Completes the names of people: those that Tern knows, then others that the server knows.
@MainActor
enum PeopleCompletion {
  private static let maxCount = 3
  /// The server is queried after a pause of this length in typing, in seconds.
  private static let debounce = 0.3
  /// The server is not queried for fewer letters.
  private static let minLetters = 2

  /// - Returns: nil if the account cannot publish, and so knows no people.
  static func make(_ dependencies: ManagementDependencies) -> PromptCompletion? {
    guard let publishing = dependencies.publishing else { return nil }
    let services = dependencies.services
    return PromptCompletion(acceptCommand: ManagedListCommands.complete, runner: services.runner) { typed, found in
      let typed = String(typed.drop { $0 == "@" })
      guard !typed.isEmpty else { return }
      let known = await publishing.profiles(matching: typed, limit: maxCount)
      found(known.map(candidate))
      guard known.count < maxCount, typed.count >= minLetters, !Task.isCancelled,
        (try? await services.clock.sleep(seconds: debounce)) != nil
      else { return }
      let handles = Set(known.map(\.handle))
      let others = await publishing.profilesAtServer(matching: typed, limit: maxCount)
        .filter { !handles.contains($0.handle) }
      found((known + others).prefix(maxCount).map(candidate))
    }
  }

  private static func candidate(_ profile: Profile) -> PromptCompletion.Candidate {
    .init(title: "@\(profile.handle)  \(profile.displayName)", text: "@\(profile.handle)")
  }
}
