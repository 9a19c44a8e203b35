import Domain
import Runtime

/// What is done with people, tags and notifications.
extension PostActionService {
  /// Does what a post leads to: with itself, or with whoever has to do with it.
  public func perform(_ action: UserAction, from post: Post) {
    if action.post != nil { return perform(action, on: post) }
    let person = post.isPost ? post.author : post.notification?.people.first
    perform(action, about: person.map { "@\($0.handle)" } ?? "this")
  }

  /// - Parameter label: whom or what it is about, in words: “@grace”.
  public func perform(_ action: UserAction, about label: String) {
    guard kinds.contains(action.kind) else { return }
    let change = changesWhatIsKnown(action)
    send(action, about: label)
    say("\(action.sentence(about: label)).", false)
    guard let inverse = action.inverse else { return addFinal(action, action.words(about: label)) }
    guard change != false else { return }
    guard change == true else {
      // To take it back in silence would take back what was done before it.
      return history.add(
        .init(action.words(about: label), of: action) { [say] in
          say("Not taken back: \(action.whatMayHaveBeen(about: label)) before; only the server knows.", true)
        })
    }
    history.add(
      .init(action.words(about: label), of: action) { [weak self] in
        self?.send(inverse, about: label)
        self?.say("\(inverse.sentence(about: label)).", false)
      })
  }

  /// What was so all along is not taken back. Whoever is shown is not muted or blocked.
  /// - Returns: nil where the source has not told how it was.
  private func changesWhatIsKnown(_ action: UserAction) -> Bool? {
    switch action {
    case .followTag(let isOn, let tag): return ties.isFollowed(tag: tag) != isOn
    case .addToList: return true
    case .mute(.some, let person), .block(true, let person):
      return ties[told: person].map { $0.applying(action) != $0 } ?? true
    default:
      return action.person.flatMap { ties[told: $0] }.map { $0.applying(action) != $0 }
    }
  }

  /// Asks for the lists on which people can be put, unless they are known.
  public func askForLists(then notify: @escaping @MainActor () -> Void) {
    guard let actions, let runner, kinds.contains(.addToList), lists.isEmpty, asking == nil else { return }
    asking = runner.start(for: self) { [weak self] in
      let lists = try? await actions.lists()
      guard let self, !Task.isCancelled else { return }
      asking = nil
      guard let lists, !lists.isEmpty else { return }
      self.lists = lists
      notify()
    }
  }

  /// Whether it is not known what there is between the reader and somebody, and may be yet.
  public func isUncertain(of person: String) -> Bool {
    people != nil && ties[told: person] == nil && !failedRelationships.contains(person)
  }

  /// Loads what there is between the reader and somebody, unless it is known.
  /// - Parameter show: called when it is known, or cannot be.
  public func loadRelationship(with person: Profile, then show: @escaping @MainActor () -> Void) {
    let id = person.actingID
    guard let people, let runner, ties[told: id] == nil, loadingRelationships[id] == nil else { return }
    failedRelationships.remove(id)
    loadingRelationships[id] = runner.start(for: self) { [weak self] in
      let page = try? await people.person(person, .cached)
      guard let self, !Task.isCancelled else { return }
      loadingRelationships[id] = nil
      if let page { ties.learn(page) }
      // A handle may be known by another id than the one that is acted on.
      if let relationship = page?.relationship, ties[told: id] == nil { ties.learn(relationship, with: id) }
      if ties[told: id] == nil { failedRelationships.insert(id) }
      show()
    }
  }

  private func send(_ action: UserAction, about label: String) {
    guard actions != nil else { return }
    ties.begin(action)
    hand(action) { [ties, say] error in
      ties.end(action)
      guard let error else { return }
      ties.takeBack(action)
      say("\(action.sentence(about: label)): not kept, \(error.clause)", true)
    }
  }

  func take(refusalAboutPerson refusal: RefusedAction) {
    ties.takeBack(refusal.action)
    guard onRefusal?(refusal) != true else { return }
    say("\(refusal.action.sentence): \(refusal.error.clause)", true)
  }
}

extension UserAction {
  /// What was done with whom: “@grace muted”.
  func words(about label: String) -> String {
    switch self {
    case .follow(let isOn, _): isOn ? "\(label) followed" : "\(label) no longer followed"
    case .mute(let terms, _): terms == nil ? "\(label) no longer muted" : "\(label) muted"
    case .block(let isOn, _): isOn ? "\(label) blocked" : "\(label) no longer blocked"
    case .showReposts(let isOn, _): isOn ? "reposts by \(label) shown" : "reposts by \(label) hidden"
    case .acceptFollower(let isOn, _): isOn ? "\(label) may follow you" : "\(label) may not follow you"
    case .addToList(let isOn, _, _): isOn ? "\(label) put on the list" : "\(label) taken off the list"
    case .report: "\(label) reported"
    default: words
    }
  }

  /// Why it is not taken back, as the beginning of a sentence.
  fileprivate func whatMayHaveBeen(about label: String) -> String {
    switch self {
    case .follow(true, _): "you may have followed \(label)"
    default: "it may have been so"
    }
  }

  fileprivate func sentence(about label: String) -> String {
    let words = words(about: label)
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
