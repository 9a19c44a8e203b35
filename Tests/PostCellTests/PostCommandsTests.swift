import Domain
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import PostCell

@MainActor @Suite struct PostCommandsTests {
  private let presenter = SpyPresentation()

  private func bindings(_ cell: PostCellViewModel, canBeOpened: Bool = true) -> [KeyBinding] {
    Keymap.standard.bindings(
      of: PostCommands.offers(for: cell, at: 7, canBeOpened: canBeOpened, presenter: presenter))
  }

  @Test func `Each key does its part with the post in its row`() {
    let cell = PostCellViewModel(.fixture(warning: "Tea"), now: .noon)
    for binding in bindings(cell) {
      if case .perform(let act) = binding.effect { act() }
    }
    #expect(
      presenter.calls == ["open 7", "toggle 7", "address 7", "copy address 7", "copy text 7", "pager 7", "editor 7"])
  }

  @Test func `A post on its own screen is not offered to be opened`() {
    let keys = bindings(PostCellViewModel(.fixture(), now: .noon), canBeOpened: false).flatMap(\.keys)
    #expect(keys == ["v", "y", "Y", "P", "E"].map { .character($0) })
  }

  @Test(arguments: [(false, "reveal"), (true, "fold")]) func `The hint of z says what it will do`(
    isRevealed: Bool, hint: String
  ) {
    let warned = Post.fixture(id: "2", warning: "Tea")
    let quoting = Post.fixture(quote: .shown(warned))
    for cell in [
      PostCellViewModel(warned, now: .noon, isRevealed: isRevealed),
      PostCellViewModel(full: warned, now: .noon, isRevealed: isRevealed),
      PostCellViewModel(full: quoting, now: .noon, isRevealed: isRevealed),
    ] { #expect(bindings(cell).binding(for: .character("z"))?.hint == hint) }
    #expect(bindings(PostCellViewModel(.fixture(), now: .noon)).binding(for: .character("z")) == nil)
  }
}
