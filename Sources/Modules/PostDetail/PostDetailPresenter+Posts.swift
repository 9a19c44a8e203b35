import Domain
import EmptyState
import PostCell

extension PostDetailPresenter {
  func openPost(at index: Int) {
    guard let thread, index != thread.focus, let post = thread.post(at: index) else { return }
    router.showPost(post.id)
  }

  func toggleWarning(at index: Int) {
    guard let id = thread?.post(at: index)?.id else { return }
    if revealed.remove(id) == nil { revealed.insert(id) }
    render()
  }

  func openAddress(at index: Int) {
    guard let url = thread?.post(at: index)?.url else { return say("This post has no address.") }
    openLink(url)
  }

  func openLink(_ url: String) {
    do {
      try dependencies.openLink(url)
      say("Opening \(url)")
    } catch {
      say(error.sentence, isFailure: true)
    }
  }

  func copyAddress(at index: Int) {
    guard let url = thread?.post(at: index)?.url else { return say("This post has no address.") }
    dependencies.clipboard.copy(url)
    say("Its address is on the clipboard.")
  }

  func copyText(at index: Int) {
    guard let post = thread?.post(at: index) else { return }
    dependencies.clipboard.copy(post.text.plain)
    say("Its text is on the clipboard.")
  }

  private func say(_ text: String, isFailure: Bool = false) {
    view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
  }
}
