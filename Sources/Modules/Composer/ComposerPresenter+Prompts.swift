import Domain
import EmptyState

// What is asked for a line at a time: the warning, files, what they show, a question, a language, a moment.

extension ComposerPresenter {
  func askForWarning() { view?.ask(.warning(draft.warning)) }
  func askForLanguage() { view?.ask(.language(draft.language ?? "")) }
  func askForPoll() { view?.ask(.poll(draft.poll?.options.joined(separator: " / ") ?? "")) }
  func askForSchedule() {
    guard capabilities.canSchedule || draft.publishAt != nil else { return say(DraftFault.noSchedule.words) }
    view?.ask(.schedule(draft.publishAt.map(LocalTime.minute) ?? ""))
  }

  func askForFile() { view?.ask(.file("")) }

  func askForDescription(ofFile number: Int) {
    guard draft.media.indices.contains(number) else { return }
    view?.ask(.description(draft.media[number].description, file: number))
  }

  func promptDidChange(_ prompt: ComposerPrompt, _ text: String) {
    guard case .file = prompt else { return }
    let paths = dependencies.media.paths(beginning: text, limit: 5)
    if paths.isEmpty { view?.hideNotice() } else { say(paths.map(\.lastPathPart).joined(separator: "  ")) }
  }

  /// As far as all that fits has the same letters.
  func completePrompt(_ prompt: ComposerPrompt, _ text: String) {
    guard case .file = prompt else { return }
    let paths = dependencies.media.paths(beginning: text, limit: 100)
    guard var common = paths.first else { return say("Nothing begins like that.") }
    for path in paths.dropFirst() { common = common.commonPrefix(with: path) }
    view?.ask(.file(common.count > text.count ? common : text))
    if paths.count > 1 { say(paths.prefix(8).map(\.lastPathPart).joined(separator: "  ")) }
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
    }
  }
}

// MARK: - What was said

extension ComposerPresenter {
  private func setLanguage(_ text: String) {
    guard text.isEmpty || Draft.isLanguage(text) else {
      return say("“\(text)” is no language: en, pt-BR.", isFailure: true)
    }
    change { $0.language = text.isEmpty ? nil : text }
  }

  private func setPoll(_ text: String) {
    let options = text.split(separator: "/").map { String($0).trimmed }.filter { !$0.isEmpty }
    guard !options.isEmpty else { return change { $0.poll = nil } }
    change { draft in
      var poll = draft.poll ?? DraftPoll()
      poll.options = options
      draft.poll = poll
    }
    if let fault = draft.fault(within: capabilities), fault.isOfPoll { point(at: fault) }
  }

  private func setSchedule(_ text: String) {
    guard !text.isEmpty else { return change { $0.publishAt = nil } }
    do throws(PublishTime.Fault) {
      let moment = try PublishTime.date(text, now: dependencies.clock.now)
      change { $0.publishAt = moment }
    } catch {
      say(error.words, isFailure: true)
    }
  }

  private func addFile(_ path: String) {
    guard !path.isEmpty else { return }
    do throws(TimelineError) {
      let file = try dependencies.media.file(at: path)
      if let words = file.refusal(within: capabilities.limits) { return say(words, isFailure: true) }
      change { $0.media.append(DraftMedia(path: file.path)) }
      askForDescription(ofFile: draft.media.count - 1)
    } catch .fileUnreadable(let path, let reason) {
      say("\(path): \(reason)", isFailure: true)
    } catch {
      say("There is no file \(path).", isFailure: true)
    }
  }
}
