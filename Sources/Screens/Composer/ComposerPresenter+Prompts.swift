import Domain
import DraftChecks
import EmptyState

// The one-line prompts: content warning, attachments and their descriptions, poll, language and schedule.

extension ComposerPresenter {
  func promptForWarning() { view?.showPrompt(.warning(draft.warning)) }
  func promptForLanguage() { view?.showPrompt(.language(draft.language ?? "")) }
  func promptForPoll() { view?.showPrompt(.poll(draft.poll?.options.joined(separator: " / ") ?? "")) }
  func promptForSchedule() {
    guard capabilities.canSchedule || draft.publishAt != nil else { return showMessage(DraftFault.noSchedule.text) }
    view?.showPrompt(.schedule(draft.publishAt.map(LocalTime.minute) ?? ""))
  }

  func promptForFile() { view?.showPrompt(.file("")) }

  func promptForDescription(ofFile number: Int) {
    guard draft.media.indices.contains(number) else { return }
    view?.showPrompt(.description(draft.media[number].description, file: number))
  }

  func promptForFocus(ofFile number: Int) {
    guard draft.media.indices.contains(number) else { return }
    view?.showPrompt(.focus(draft.media[number].focus?.text ?? "", file: number))
    showMatches(Self.points(startingWith: ""))
  }

  func promptDidChange(_ prompt: ComposerPrompt, _ text: String) {
    guard prompt.canBeCompleted else { return }
    let matches = matches(for: prompt, text, limit: 5)
    if matches.isEmpty { view?.hideNotice() } else { showMatches(matches) }
  }

  /// Completes the text up to the common prefix of all matches.
  func completePrompt(_ prompt: ComposerPrompt, _ text: String) {
    let matches = matches(for: prompt, text, limit: 100)
    guard let first = matches.first else { return showMessage("No matches.") }
    let common = matches.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    let completed = common.count > text.count || matches.count == 1 ? common : text
    switch prompt {
    case .file: view?.showPrompt(.file(completed))
    case .focus(_, let number): view?.showPrompt(.focus(completed, file: number))
    case .language: view?.showPrompt(.language(completed))
    case .warning, .poll, .schedule, .description: break
    }
    if matches.count > 1 { showMatches(matches) }
  }

  /// The texts that complete what was typed.
  private func matches(for prompt: ComposerPrompt, _ typed: String, limit: Int) -> [String] {
    switch prompt {
    case .file: dependencies.media.paths(startingWith: typed, limit: limit)
    case .focus: Self.points(startingWith: typed)
    case .language: LanguageName.names(startingWith: typed)
    case .warning, .poll, .schedule, .description: []
    }
  }

  private func showMatches(_ matches: [String]) {
    showMessage(matches.prefix(9).map(\.lastPathPart).joined(separator: "  "))
  }

  func promptDidEnd(_ prompt: ComposerPrompt, _ text: String) {
    let text = text.trimmed
    switch prompt {
    case .warning:
      change { draft in
        draft.warning = text
        draft.isSensitive = draft.isSensitive || !text.isEmpty
      }
    case .language: setLanguage(text)
    case .poll: setPoll(text)
    case .file: addFile(text)
    case .schedule: setSchedule(text)
    case .description(_, let number):
      guard draft.media.indices.contains(number) else { return }
      change { $0.media[number].description = text }
    case .focus(_, let number): setFocus(text, ofFile: number)
    }
  }
}

// MARK: - Results of prompts

extension ComposerPresenter {
  private func setLanguage(_ text: String) {
    guard text.isEmpty || LanguageName.code(typed: text) != nil else {
      view?.showPrompt(.language(text))
      let names = LanguageName.names(startingWith: text)
      let known = names.isEmpty ? "a name or a code, such as German, de or pt-BR" : names.joined(separator: ", ")
      return showMessage("“\(text)” is not a language: enter \(known).", severity: .failure)
    }
    change { $0.language = LanguageName.code(typed: text) }
  }

  private func setPoll(_ text: String) {
    let options = text.split(separator: "/").map { String($0).trimmed }.filter { !$0.isEmpty }
    guard !options.isEmpty else { return change { $0.poll = nil } }
    change { draft in
      var poll = draft.poll ?? DraftPoll()
      poll.options = options
      draft.poll = poll
    }
    if let fault = draft.fault(within: capabilities), fault.concernsPoll { showFault(fault) }
  }

  private func setSchedule(_ text: String) {
    guard !text.isEmpty else { return change { $0.publishAt = nil } }
    do throws(PublishTime.ParseError) {
      let moment = try PublishTime.date(text, now: dependencies.clock.now)
      change { $0.publishAt = moment }
    } catch {
      view?.showPrompt(.schedule(text))
      showMessage(error.text, severity: .failure)
    }
  }

  /// The names of points that start with a text.
  private static func points(startingWith typed: String) -> [String] {
    FocalPoint.named.map(\.name).filter { $0.hasPrefix(typed.lowercased()) }
  }

  private func setFocus(_ text: String, ofFile number: Int) {
    guard draft.media.indices.contains(number) else { return }
    guard let point = text.isEmpty ? .center : FocalPoint(typed: text) else {
      return showMessage(
        "“\(text)” is not a focal point. Write one such as “top left”, “right” or “bottom”.",
        severity: .failure)
    }
    view?.hideNotice()
    // Without one, the server uses the middle.
    let isDefault = point == .center && draft.media[number].uploadedFocus == nil && !draft.isEditing
    change { $0.media[number].focus = isDefault ? nil : point }
  }

  func attach(_ file: LocalMediaFile) {
    if let reason = file.rejectionReason(within: capabilities.limits) {
      return showMessage(reason, severity: .failure)
    }
    change { $0.media.append(DraftMedia(file)) }
    promptForDescription(ofFile: draft.media.count - 1)
  }

  private func addFile(_ path: String) {
    guard !path.isEmpty else { return }
    do throws(TimelineError) {
      let file = try dependencies.media.file(at: path)
      attach(file)
    } catch .fileUnreadable(let path, let reason) {
      showMessage("\(path): \(reason)", severity: .failure)
    } catch {
      showMessage("There is no file \(path).", severity: .failure)
    }
  }
}
