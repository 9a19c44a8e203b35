import Domain
import PostCell

extension TimelinePresenter {
  func openPost(at index: Int) {
    guard let post = tab.window?[index] else { return }
    router.showPost(post.id)
  }

  func toggleWarning(at index: Int) {
    guard let key = tab.window?[index]?.key else { return }
    if tab.revealed.remove(key) == nil { tab.revealed.insert(key) }
    render()
  }

  func openAddress(at index: Int) {
    guard let url = tab.window?[index]?.url else { return say("This post has no address.") }
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
    guard let url = tab.window?[index]?.url else { return say("This post has no address.") }
    dependencies.clipboard.copy(url)
    say("Its address is on the clipboard.")
  }

  func copyText(at index: Int) {
    guard let post = tab.window?[index] else { return }
    dependencies.clipboard.copy(post.text.plain)
    say("Its text is on the clipboard.")
  }

  private func say(_ text: String, isFailure: Bool = false) {
    view?.showNotice(TimelineNotice(text: text, isFailure: isFailure))
  }
}
