import Domain
import Testing

@testable import Formats

struct HTMLTextTests {
  @Test(arguments: [
    ("", ""),
    ("plain", "plain"),
    ("<p>one</p><p>two</p>", "one\n\ntwo"),
    ("<p>one</p>\n  <p>two</p>\n", "one\n\ntwo"),
    ("one<br>two<br/>three<BR />four", "one\ntwo\nthree\nfour"),
    ("line one<br>\nline two<br>", "line one\nline two"),
    ("<p>one<br><br>two</p>", "one\n\ntwo"),
    ("<p>one<br></p><p>two</p>", "one\n\ntwo"),
    ("1 < 2 > 0", "1 < 2 > 0"),
    ("<p>I <3 you, a<b, x<y and z>w, <name></p>", "I <3 you, a<b, x<y and z>w, <name>"),
    ("if a <b and c> d", "if a <b and c> d"),
    ("ends with <", "ends with <"),
    ("ends with <b", "ends with <b"),
    (#"<a href="unclosed>text"#, #"<a href="unclosed>text"#),
    ("<ul><li>a</li><li>b</li></ul>", "• a\n• b"),
    ("<p>see:</p><ol><li>a<li>b</ol>after", "see:\n\n1. a\n2. b\n\nafter"),
    ("<ul><li><p>a</p></li><li><p>b</p></li></ul>", "• a\n• b"),
    ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "• a\n  • b\n• c"),
    ("<p>hm</p><blockquote><p>a</p><p>b<br>c</p></blockquote><p>d</p>", "hm\n\n> a\n>\n> b\n> c\n\nd"),
    ("<blockquote>a<blockquote>b</blockquote></blockquote>", "> a\n>\n> > b"),
    ("<blockquote>a</blockquote><blockquote>b</blockquote>", "> a\n>\n> b"),
    ("<p>md <strong>b</strong> <code>c</code></p>", "md b `c`"),
    ("<pre>a\n  b</pre>", "a\n  b"),
    ("a\n   b\tc", "a b c"),
    ("a\r\nb\u{10000D}\nc\u{10000D}d", "a b c d"),
    ("<pre>a\r\nb\u{10000D}c</pre>", "a\nb\nc"),
    ("<p\u{10000C}>\u{10001B}\u{1B}</p>", "\u{10001B}\u{10001B}"),
    ("two  spaces", "two  spaces"),
    ("<p>open <b>tag", "open tag"),
    ("closed</b></p>twice</p>", "closed\n\ntwice"),
    ("<script>alert(1 < 2)</script>a<style>p { }</style>b", "ab"),
    ("a<!-- <p>not</p> -->b<!DOCTYPE html>c", "abc"),
    ("a<!-- b", "a<!-- b"),
    (#"<img src="x.png" alt=":blob:"> hi"#, ":blob: hi"),
    ("<h1>Title</h1>text<hr>more", "Title\n\ntext\n\nmore"),
    ("<div>a</div><div>b</div>", "a\nb"),
    ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
    ("漢字<wbr>かな", "漢字かな"),
    ("<p>  trimmed  </p>", "trimmed"),
  ])
  func `HTML becomes plain text`(html: String, text: String) {
    #expect(HTMLText.text(of: html).plain == text)
  }

  @Test(arguments: [
    ("&amp;lt; &lt;b&gt; &quot;&apos;&#39;", "&lt; <b> \"''"),
    ("&#8217;&#x2019;&#X2019;", "’’’"),
    ("&eacute;&Eacute;&hellip;&nbsp;&euro;&yuml;", "éÉ…\u{A0}€ÿ"),
    ("&#128;&#150;", "€–"),
    ("&#0;&#xD800;&#x110000;&#99999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("AT&T & co &unknown; &#; &#x; &", "AT&T & co &unknown; &#; &#x; &"),
    ("fish &amp chips &ampere &notit; &notin;", "fish & chips &ere ¬it; ∉"),
    ("&#60;b&#62;", "<b>"),
    ("&#27;[31m&#x9D;&#8238;&#13;&#7;", "\u{10001B}[31m\u{10009D}\u{10202E} \u{100007}"),
  ])
  func `entities are decoded once`(html: String, text: String) {
    #expect(HTMLText.text(of: html).plain == text)
  }

  @Test func `a shortened link is complete in the text and short on screen`() {
    let html = """
      <p>see<br><a href="https://example.com/a/long?b=1&amp;c=2" rel="nofollow"><span class="invisible">https://\
      </span><span class="ellipsis">example.com/a/lo</span><span class="invisible">ng?b=1&amp;c=2</span></a></p>
      """
    let url = "https://example.com/a/long?b=1&c=2"
    #expect(
      HTMLText.text(of: html).runs == [
        .text("see\n"), .link(Link(url: url, text: url, label: "example.com/a/lo…")),
      ])
  }

  @Test func `a mention is a link`() {
    let html =
      #"<p><span class="h-card"><a href="https://h.example/@bob" class="mention">@<span>bob</span></a></span> hi"#
    #expect(
      HTMLText.text(of: html).runs == [
        .link(Link(url: "https://h.example/@bob", text: "@bob", kind: .mention)), .text(" hi"),
      ])
  }

  @Test func `a link without an address is text; one without text is dropped`() {
    #expect(HTMLText.text(of: "<a>x</a> <a href=''>y</a><a href='https://e.example'></a>").runs == [.text("x y")])
  }

  @Test func `a parameter of an address is not a reference`() {
    #expect(
      HTMLText.text(of: "<a href=https://e.example/?a=1&copy=2&lt=3>x</a>").links.map(\.url)
        == ["https://e.example/?a=1&copy=2&lt=3"])
  }

  @Test(arguments: [
    #"<p class="quote-inline">RE: <a href="https://e.example/1">e.example/1</a></p><p>mine</p>"#,
    #"<p>mine<span class="quote-inline"><br/>RE: <a href="https://e.example/1">e.example/1</a></span></p>"#,
  ])
  func `the line of a quote is dropped only if the quote is shown`(html: String) {
    #expect(HTMLText.text(of: html, showsQuote: true).runs == [.text("mine")])
    #expect(HTMLText.text(of: html).plain.contains("RE: e.example/1"))
  }

  @Test(arguments: [
    "<!--", "<!-- -->", "<a b=", "</p ", "<!doctype ", "<a href=\"", "&", "&#", "<p hidden ", "http://a)",
  ])
  func `hostile repetition ends in time`(piece: String) {
    _ = HTMLText.text(of: String(repeating: piece, count: 20000))
    _ = LinkDetector.text("http://a" + String(repeating: piece, count: 20000))
  }

  @Test func `hostile nesting ends`() {
    let html = String(repeating: "<blockquote><a href=x><ul><li>", count: 20000) + "x"
    #expect(HTMLText.text(of: html).plain.hasSuffix("x"))
  }

  @Test(arguments: [
    ("<p class=\"" + String(repeating: "a ", count: 200_000) + "\">", "<br>x"),
    (String(repeating: "<b>", count: 200), "<br>x"),
    (String(repeating: "<ul><b>", count: 100), "<br>x"),
  ])
  func `reading text does not depend on the number of open elements`(open: String, piece: String) {
    let text = HTMLText.text(of: open + String(repeating: piece, count: 100_000)).plain
    #expect(text == Array(repeating: "x", count: 100_000).joined(separator: "\n"))
  }

  @Test func `an unclosed tag is scanned once`() {
    let html = "<b " + String(repeating: #"a='<b c="'d='"e='f=x' "#, count: 50_000)
    #expect(HTMLText.text(of: html).plain == String(html.dropLast()))
  }
}
