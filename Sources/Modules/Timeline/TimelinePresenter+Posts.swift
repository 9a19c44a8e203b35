import Domain
import EmptyState
import PostCell

extension TimelinePresenter {
  func openPost(at index: Int) {
    guard let post = post(at: index) else { return }
    router.showPost(post, as: profile)
  }

  func toggleWarning(at index: Int) {
    guard let key = post(at: index)?.key else { return }
    if tab.revealed.remove(key) == nil { tab.revealed.insert(key) }
    render()
  }

  func openLink(_ url: String) { actions.open(url) }
  func openAddress(at index: Int) { post(at: index).map(actions.openAddress) }
  func copyAddress(at index: Int) { post(at: index).map(actions.copyAddress) }
  func copyText(at index: Int) { post(at: index).map(actions.copyText) }

  private func post(at index: Int) -> Post? { tab.window?[index] }

  private var actions: PostActions {
    PostActions(openLink: dependencies.openLink, clipboard: dependencies.clipboard) { [weak view] text, isFailure in
      view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
    }
  }
}
