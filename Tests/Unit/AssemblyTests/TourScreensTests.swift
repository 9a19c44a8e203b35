import Testing

@testable import tern

/// The empty views of screens in the tour.
@MainActor @Suite struct TourScreensTests {
  @Test func `Each has a name of its own, and says what helps`() {
    let views = TourScreens.emptyViews(at: "timeline.example")
    #expect(Set(views.map(\.name)).count == views.count && views.count == 10)
    for view in views {
      #expect(view.sentences.allSatisfy { $0.hasSuffix(".") } && !view.sentences.isEmpty && !view.actions.isEmpty)
    }
  }
}
