import Domain
import Management
import PostCell
import ScreenSupport
import SettingsList
import SystemFiles
import TerminalKit

/// The screens in which the user manages filters, lists, hashtags, blocked servers and their own profile.
extension PostCoordinator {
  /// The commands that open these screens, if the source supports them.
  func managementCommands(of opened: OpenAccount) -> [AvailableCommand] {
    let source = opened.source
    func command(
      _ command: Command, _ make: @escaping @MainActor (ManagementDependencies) -> any ViewController
    ) -> AvailableCommand {
      AvailableCommand(command) { [weak self] in
        guard let self else { return }
        navigator.push(make(management(PostScreenContext(opened))))
      }
    }
    let hasFilters = source.management != nil || dependencies.environment.localFilters != nil
    let filters = hasFilters ? [command(ManagementCommands.filters, ManagementAssembly.makeFilters)] : []
    guard source.management != nil else { return filters }
    return filters + [
      command(ManagementCommands.lists, ManagementAssembly.makeLists),
      command(ManagementCommands.tags, ManagementAssembly.makeTags),
      AvailableCommand(ManagementCommands.profile) { [weak self] in
        self?.show(.profile(opened.account.profile), PostScreenContext(opened))
      },
    ]
  }

  private func management(_ context: PostScreenContext) -> ManagementDependencies {
    ManagementDependencies(
      services: services, account: context.reader, source: context.source, actions: context.opened.actions,
      localFilters: dependencies.environment.localFilters,
      resolvePath: { MediaFiles(home: Environment.variables["HOME"]).resolved($0) },
      router: ManagementRouter(
        showForm: { [weak self] in self?.showForm($0) },
        showMembers: { [weak self] list in
          guard let self else { return }
          navigator.push(ManagementAssembly.makeMembers(of: list, management(context)))
        }, showProfile: { [weak self] in self?.show(.profile($0), context) },
        showTag: { [weak self] in self?.show(.tag($0), context) },
        showLogin: { [weak self] in self?.accounts?.showLogin(to: context.account) }))
  }

  func showBlockedServers(_ context: PostScreenContext) {
    navigator.push(ManagementAssembly.makeBlockedServers(management(context)))
  }

  func showForm(_ subject: FormSubject) {
    navigator.push(
      SettingsListAssembly.makeForm(
        subject, services: services,
        didSave: { [weak navigator] notice in
          navigator?.pop()
          if !notice.isEmpty { navigator?.announce(notice, severity: .notice) }
        }, close: { [weak navigator] in navigator?.pop() }))
  }

  func showFilterForm(_ filter: LocalFilter, _ context: PostScreenContext) {
    FilterForms.local(filter, management(context)).map(showForm)
  }

  /// Opens the form with the known note, which is loaded first: an empty form would replace it.
  func showNoteForm(about profile: Profile, _ context: PostScreenContext) {
    let actions = context.opened.actions
    let id = profile.actionTargetID
    func open(_ relationship: Relationship) {
      showForm(
        ProfileForms.note(
          relationship.note ?? "", refused: context.opened.refusedNotes, about: profile, management(context)))
    }
    if let known = actions.relationships[reported: id] { return open(actions.relationships[id] ?? known) }
    actions.loadRelationship(with: profile) { [weak self] in
      guard let self else { return }
      if let loaded = actions.relationships[reported: id] { return open(loaded) }
      navigator.announce("Your note about @\(profile.handle) could not be loaded. Try again later.")
    }
  }

  /// Keeps the text of a refused note for its form.
  /// - Returns: whether the user has been informed.
  func keepNote(_ refusal: RefusedAction, of account: AccountID) -> Bool {
    guard openAccounts[account]?.refusedNotes.keep(refusal.action) == true else { return false }
    let remedy = services.keymap.value.sentence(ProfileActionCommands.note, "on their profile shows your text again")
    navigator.announce(
      "Your note was not saved: \(refusal.error.clause)".asSentence + (remedy.isEmpty ? "" : " \(remedy)."))
    return true
  }

  func showOwnProfileForm(_ context: PostScreenContext) {
    guard let management = context.source.management else { return }
    services.runner.start(for: self) { [weak self] in
      do throws(TimelineError) {
        let profile = try await management.ownProfile()
        guard let self else { return }
        ProfileForms.own(profile, self.management(context)).map(showForm)
      } catch {
        self?.navigator.announce("Your profile could not be loaded: \(error.clause)".asSentence)
      }
    }
  }
}
