import Domain
import EmptyState
import PostCell

extension PostDetailPresenter {
  func openPost(at index: Int) {
    guard let thread, index != thread.focus, let post = thread.post(at: index) else { return }
    router.showPost(post)
  }

  func toggleWarning(at index: Int) {
    guard case .thread(var thread) = content, let id = thread.post(at: index)?.id else { return }
    if revealed.remove(id) == nil { revealed.insert(id) }
    thread.mapRow(at: index, revealed: revealed)
    content = .thread(thread)
    render()
  }

  func openLink(_ url: String) { actions.open(url) }
  func openAddress(at index: Int) { thread?.post(at: index).map(actions.openAddress) }
  func copyAddress(at index: Int) { thread?.post(at: index).map(actions.copyAddress) }
  func copyText(at index: Int) { thread?.post(at: index).map(actions.copyText) }

  private var actions: PostActions {
    PostActions(openLink: dependencies.openLink, clipboard: dependencies.clipboard) { [weak view] text, isFailure in
      view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
    }
  }
}
