import Testing

@testable import Formats

/// HTML that repeats one piece. Reading it in quadratic time would take minutes.
struct HostileHTMLTests {
  @Test(arguments: [
    "<sup>", "<sup><a href=x ", "<code>`", "<ol reversed>", "<ol reversed><li>", "<math>", "<math><mi ", "<svg><title>",
    "<ruby><rt>", "<svg x=\"", "</math>", "<math></mi>", "<del>", "<strong>a</strong>", "<svg><!--",
    "<math><annotation>",
    "<li value=9>", "<ruby>a<rt>b</ruby>", "<q><sub>",
  ])
  func `Hostile repetition ends in time`(piece: String) {
    _ = HTMLText.text(of: String(repeating: piece, count: 5_000)).pieces
    _ = HTMLText.text(of: "<svg>" + String(repeating: piece, count: 5_000)).pieces
  }
}
