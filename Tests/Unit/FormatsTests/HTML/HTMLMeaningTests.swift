import Domain
import Testing

@testable import Formats

/// The meaning of HTML elements in plain text.
struct HTMLMeaningTests {
  @Test(arguments: [
    ("I <del>hate</del> love it", "I ~~hate~~ love it"), ("<s>a</s> <strike>b</strike>", "~~a~~ ~~b~~"),
    ("<del></del>a<del> </del>", "a"), ("<del>a<br></del>b", "~~a~~\nb"), ("<del>a </del>b", "~~a~~ b"),
    ("a<del> b</del>", "a ~~b~~"),
    ("<del><p>a</p><p>b</p></del>", "~~a\n\nb~~"), ("<p>x <del>open", "x ~~open~~"),
    ("10<sup>6</sup>", "10^6"), ("10<sup>12</sup> and x<sup>n+1</sup>", "10^12 and x^(n+1)"),
    ("10<sup>−6</sup>", "10^−6"), ("x<sup>a b</sup>", "x^(a b)"), ("1<sup>st</sup>", "1^st"),
    ("note<sup><a href='https://e.example/1'>[1]</a></sup>", "note^[1]"), ("a<sup></sup>b", "ab"),
    ("H<sub>2</sub>O, x<sub>i,j</sub>", "H_2O, x_(i,j)"), ("x<sup>y<sup>2</sup></sup>", "x^(y^2)"),
    ("<q>so</q> it is", "“so” it is"),
    ("<ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>は", "東京(とうきょう)は"),
    ("<ruby>東京<rt>とうきょう</rt></ruby>", "東京(とうきょう)"),
    ("<ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>", "東(とう)京(きょう)"),
    ("<ruby><rb>東<rb>京<rt>とう<rt>きょう</ruby>は", "東京(とうきょう)は"),
    ("<ruby>東京<rp>（</rp><rt>とうきょう</rt><rp>）</rp></ruby>", "東京(とうきょう)"),
    ("<ruby>東京<rt></rt></ruby>", "東京"), ("<ruby>漢<rt>kan</ruby> x <rt>y</rt>", "漢(kan) x y"),
    ("<ol><li>a</li><li>b</li></ol>", "1. a\n2. b"), ("<ol start=3><li>a<li>b</ol>", "3. a\n4. b"),
    ("<ol reversed><li>a<li>b<li>c</ol>", "3. a\n2. b\n1. c"),
    ("<ol reversed start='10'><li>a<li>b</ol>", "10. a\n9. b"),
    ("<ol><li>a<li value=7>b<li>c</ol>", "1. a\n7. b\n8. c"), ("<ol start=-1><li>a<li>b</ol>", "-1. a\n0. b"),
    ("<ol start=x><li>a</ol>", "1. a"), ("<ol start=99999999999999999999><li>a</ol>", "1. a"),
    ("<ol><li>a<ol><li>b<li>c</ol><li>d</ol>", "1. a\n   1. b\n   2. c\n2. d"),
    ("<ol start=10><li>a<ul><li>b</ul></ol>", "10. a\n    • b"),
    ("<ul><li>a<ol reversed><li>b<ul><li>x<li>y</ul><li>c</ol></ul>", "• a\n  2. b\n     • x\n     • y\n  1. c"),
    ("<li>a</li><li>b</li>", "• a\n• b"),
    (
      "<ul><li><input type='checkbox' checked> done</li><li><input type=checkbox> open</li></ul>",
      "• [x] done\n• [ ] open"
    ),
    ("<p>md <code>a`b</code> <kbd>^C</kbd></p>", "md `` a`b `` `^C`"),
    ("<pre><code>a = 1\n  b</code></pre>", "a = 1\n  b"), ("<code></code>x", "x"),
  ])
  func `Struck, raised, annotated and numbered text has marks`(html: String, text: String) {
    #expect(HTMLText.text(of: html).plain == text)
  }

  @Test(arguments: [
    (#"so <math alttext="E=mc^2"><mi>E</mi><mo>=</mo></math> it is"#, "so E=mc^2 it is"),
    ("<math><mi>a</mi>\n<mo>&lt;</mo><mn>2</mn></math>!", "a <2!"),
    (#"a<svg viewBox="0 0 1 1"><title>a lamp</title><path d="M0 0>"/></svg> b"#, "a b"),
    (#"<svg aria-label="a lamp"><g><path d="M0"/></g></svg>"#, "a lamp"),
    ("a<svg><path d='M0'/></svg>b<svg/>c<math/>d", "abcd"),
    ("<math><mi>x<p>after</p>", "<mi>x\n\nafter"),
  ])
  func `Formulas and drawings show their text alternative`(html: String, text: String) {
    #expect(HTMLText.text(of: html).plain == text)
  }

  private func emphasized(_ html: String) -> [String] {
    HTMLText.text(of: html).pieces.filter { !$0.emphasis.isEmpty }.map { "\($0.emphasis.rawValue) \($0.run.plain)" }
  }

  @Test(arguments: [
    ("a <strong>b</strong> <em>c</em> d", ["1 b", "2 c"]), ("<b>a <i>b</i> c</b>", ["1 a ", "3 b", "1  c"]),
    ("x <code>y</code>", ["4 `y`"]), ("<pre>a\nb</pre>c", ["4 a\nb"]), ("<h1>T</h1>x", ["1 T"]),
    ("<p><strong>a</strong></p><p><strong>b</strong></p>", ["1 a\n\nb"]),
    ("<strong>see <a href='https://e.example'>x</a></strong> y", ["1 see ", "1 x"]),
    ("日本 <em>語</em>.", ["2 語"]), ("<strong> </strong>a<em></em>", []), ("<strong>a</strong>  ", ["1 a"]),
    ("<em>open", ["2 open"]), ("<strong><span class='invisible'>x</span></strong>y", []),
  ])
  func `Emphasis is recorded, not written`(html: String, parts: [String]) {
    #expect(emphasized(html) == parts)
  }

  @Test func `Emphasis is preserved when links are marked`() throws {
    let post = try parseOne(
      #"""
      {"id": "1", "account": {"acct": "a"}, "content": "<b>b</b> <a href=\"https://h.example/t/x\">#X</a>",
       "created_at": "2026-11-20T12:00:00Z", "tags": [{"name": "x"}], "mentions": [{"url": "https://h.example/@b"}]}
      """#)
    #expect(post.text.emphasis == [.init(start: 0, length: 1, .strong)])
    #expect(post.text.links.map(\.kind) == [.tag])
  }

  @Test(
    arguments: [
      ("AElig", "Æ"), ("Aacute", "Á"), ("zwnj", "\u{200C}"), ("zwj", "\u{200D}"), ("fjlig", "fj"), ("gt", ">"),
      ("GT", ">"), ("nbsp", "\u{A0}"), ("hearts", "♥"), ("heartsuit", "♥"), ("lang", "⟨"), ("rarr", "→"), ("rArr", "⇒"),
      ("there4", "∴"), ("frac78", "⅞"), ("lstrok", "ł"), ("check", "✓"), ("b.gamma", nil), ("nosuchname", nil),
      ("", nil),
    ] as [(String, String?)])
  func `Named character references are known`(name: String, text: String?) {
    #expect(HTMLEntityTable.text(for: Array(name.utf8)[...]) == text)
    #expect(HTMLText.text(of: "<pre>x&\(name);y</pre>").plain.unescapingControls == "x\(text ?? "&\(name);")y")
  }

  @Test(arguments: [
    ("&notit; &notin; &not", "¬it; ∉ ¬"), ("&copy2026 &COPY", "©2026 ©"),
    ("&ltx &nosuch &hellip x", "<x &nosuch &hellip x"),
    ("I&D, Q&A, &amp;amp;", "I&D, Q&A, &amp;"),
  ])
  func `Without a semicolon the longest valid name counts`(html: String, text: String) {
    #expect(HTMLText.text(of: html).plain == text)
  }

  @Test func `In an attribute a possible parameter is not a reference`() {
    let html = "<a href='https://e.example/?a=1&copy=2&notit=3&lt'>x</a>"
    #expect(HTMLText.text(of: html).links.map(\.url) == ["https://e.example/?a=1&copy=2&notit=3<"])
  }
}
