import Domain
import EmptyState
import PostCell
import TerminalKit

// MARK: - Actions on posts

extension ServerSearchPresenter {
  func openPost(at index: Int) { openRow(at: index) }

  func toggleWarning(at index: Int) {
    post(at: index).map(dependencies.revealed.toggle)
  }

  func destinations(at index: Int) -> PostLinksViewModel {
    post(at: index).map { PostLinksViewModel(of: $0, within: dependencies.navigation) } ?? PostLinksViewModel()
  }

  func availability(at index: Int) -> PostActionAvailability {
    guard let post = post(at: index) else { return .none }
    let actor = dependencies.actor
    return PostActionAvailability(
      on: post, by: dependencies.account.profile, actor.kinds, chosen: actor.chosenOptions(of: post.ref),
      canWrite: dependencies.canWrite, canQuote: actor.canQuote, relationship: { actor.relationships[$0] },
      isUncertain: { actor.isUncertain(of: $0) })
  }

  func willShowActionMenu(at index: Int) {
    guard let person = post(at: index)?.actionTarget else { return }
    dependencies.actor.loadRelationship(with: person) { [weak self] in self?.render() }
  }

  func index(of entry: PostKey) -> Int? {
    matches?.firstIndex { if case .post(let post) = $0 { post.key == entry } else { false } }
  }

  func notifyPostUnavailable() {
    view?.showNotice(NoticeViewModel(text: PostCommands.unavailableText, isFailure: true))
  }

  func perform(_ action: PostAction, at index: Int) {
    guard let post = post(at: index) else { return }
    if case .write(let writing) = action { return router.show(.composer(writing, post)) }
    if case .choose(let option) = action { return dependencies.actor.choose(option, of: post.ref) }
    if case .person(.report) = action {
      post.actionTarget.map { router.show(.report($0, post.isPost ? post : nil)) }
      return
    }
    action.userAction(on: post).map { dependencies.actor.perform($0, from: post) }
  }

  func openProfile(_ number: Int, at index: Int) {
    post(at: index).flatMap { dependencies.navigation.person(number, of: $0) }.map(router.show)
  }

  var undoTitle: String? { dependencies.actor.history.latest }

  func undo() { dependencies.actor.history.undo() }

  func openVersions(at index: Int) { post(at: index).map { router.show(.versions($0)) } }
  func showPicturesHidden(at index: Int) { actions.showPicturesHidden(dependencies.keymap.value) }
  func openPictures(at index: Int) { post(at: index).map { router.show(.pictures($0)) } }

  func follow(_ url: String, at index: Int) {
    let destination = post(at: index).flatMap { dependencies.navigation.destination(of: url, in: $0) }
    if let destination { router.show(destination) } else { openLink(url) }
  }

  func openLink(_ url: String) { actions.open(url) }
  func openAddress(at index: Int) { post(at: index).map(actions.openAddress) }
  func copyAddress(at index: Int) { post(at: index).map(actions.copyAddress) }
  func copyText(at index: Int) { post(at: index).map(actions.copyText) }

  func open(at index: Int, with program: TextProgram) {
    post(at: index).map { actions.open($0, with: program) }
  }

  private var actions: PostSharing {
    PostSharing(
      openLink: dependencies.openLink, clipboard: dependencies.clipboard, programs: dependencies.programs
    ) { [weak view] text, isFailure in
      view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
    }
  }
}
