import EmptyState

@testable import Login

/// Records calls of the presenter and the content that is visible after them.
@MainActor
final class SpyLoginView: LoginView {
  enum Event: Hashable {
    case loading(EmptyStateViewModel?), accounts(LoginViewModel), empty(EmptyStateViewModel)
    case notice(LoginNotice)
    case form(handle: String), formHidden, formNotice(LoginNotice)
    case signingIn(String?), signingInHidden, passwordCleared
    case serverForm(String, mentionsDemo: Bool), consent(ConsentViewModel), consentHidden, waiting(String), codeFocused
  }

  private(set) var events: [Event] = []
  private(set) var visibleContent: Set<String> = []
  private(set) var notice: LoginNotice?

  func discardEvents() { events = [] }

  func showLoading(_ viewModel: EmptyStateViewModel?) { show("loading", .loading(viewModel)) }
  func show(_ viewModel: LoginViewModel) { show("accounts", .accounts(viewModel)) }
  func showEmptyView(_ viewModel: EmptyStateViewModel) { show("empty", .empty(viewModel)) }
  func hideEmptyView() { visibleContent.remove("empty") }

  func showNotice(_ notice: LoginNotice) {
    self.notice = notice
    events.append(.notice(notice))
  }

  func hideNotice() { notice = nil }
  func showForm(handle: String) { events.append(.form(handle: handle)) }
  func showServerForm(server: String, mentionsDemo: Bool) {
    events.append(.serverForm(server, mentionsDemo: mentionsDemo))
  }
  func showConsent(_ viewModel: ConsentViewModel) { events.append(.consent(viewModel)) }
  func hideConsent() { events.append(.consentHidden) }
  func showConsentProgress(_ sentence: String) { events.append(.waiting(sentence)) }
  func focusCode() { events.append(.codeFocused) }
  func hideForm() { events.append(.formHidden) }
  func showFormNotice(_ notice: LoginNotice) { events.append(.formNotice(notice)) }
  func showSigningIn(_ sentence: String?) { events.append(.signingIn(sentence)) }
  func hideSigningIn() { events.append(.signingInHidden) }
  func clearPassword() { events.append(.passwordCleared) }

  var accounts: LoginViewModel? {
    events.lazy.compactMap { if case .accounts(let viewModel) = $0 { viewModel } else { nil } }.last
  }

  var emptyView: EmptyStateViewModel? {
    events.lazy.compactMap { if case .empty(let viewModel) = $0 { viewModel } else { nil } }.last
  }

  private func show(_ content: String, _ event: Event) {
    // New content replaces the old.
    visibleContent = [content]
    events.append(event)
  }
}
