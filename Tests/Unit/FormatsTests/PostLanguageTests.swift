import Domain
import Testing

@testable import Formats

/// The language and application of a post, in each format.
struct PostLanguageTests {
  private static let source = #"<a href=\"https://mobile.twitter.com\" rel=\"nofollow\">Twitter &amp; Web App</a>"#

  @Test(arguments: [
    #"window.YTD.tweets.part0 = [{"tweet": {"id_str": "1", "full_text": "Moin", "lang": "de", "source": "\#(source)"}}]"#,
    #"[{"id_str": "1", "text": "Moin", "lang": "de", "source": "\#(source)", "user": {"screen_name": "a"}}]"#,
    #"{"data": [{"id": "1", "text": "Moin", "lang": "de", "source": "Twitter & Web App", "author_id": "7"}]}"#,
  ])
  func `Tweets have language and application`(text: String) throws {
    #expect(try parseOne(text).details == PostDetails(language: "de", application: "Twitter & Web App"))
  }

  @Test(arguments: ["und", "qme", "qst", "qht", "qam", "qct", "zxx", "art", ""])
  func `Pseudo-languages of X are ignored`(code: String) throws {
    let post = try parseOne(#"[{"id_str": "1", "text": "a", "truncated": false, "lang": "\#(code)"}]"#)
    #expect(post.details == nil)
  }

  @Test(arguments: [("in", "id"), ("iw", "he"), ("pt-BR", "pt-BR"), ("zh-cn", "zh-cn"), ("qu", "qu"), ("que", "que")])
  func `Withdrawn codes are replaced`(code: String, language: String) {
    #expect(PostLanguage.code(code) == language)
  }

  @Test(arguments: [#"["ja", "en"]"#, #"["und", "", "ja"]"#]) func `The first language of a post of Bluesky counts`(
    langs: String
  ) throws {
    let post = try parseOne(
      #"""
      {"posts": [{"uri": "at://did:plc:a/app.bsky.feed.post/1", "cid": "c",
        "record": {"$type": "app.bsky.feed.post", "text": "hi", "langs": \#(langs)}}]}
      """#)
    #expect(post.details?.language == ("ja"))
  }

  private func note(_ members: String) throws -> Post {
    try parseOne(
      #"""
      {"type": "Note", "id": "https://h.example/1", "attributedTo": "https://h.example/users/ada",
       "published": "2026-11-20T12:00:00Z", \#(members)}
      """#)
  }

  @Test(arguments: [
    #""content": "<p>hei</p>", "contentMap": {"fi": "<p>hei</p>"}"#,
    #""content": "<p>hei</p>", "contentMap": {"en": "<p>hi</p>", "fi": "<p>hei</p>"}"#,
    #""content": "<p>hei</p>", "language": {"identifier": "fi", "name": "Suomi"}"#,
    #""content": "<p>hei</p>", "language": "fi""#, #""contentMap": {"fi": "<p>hei</p>"}"#,
    #""content": "", "contentMap": {"fi": "<p>hei</p>"}"#,
  ])
  func `A note has its language in several forms`(members: String) throws {
    let post = try note(members + #", "generator": {"type": "Application", "name": "Kirja"}"#)
    #expect(post.text.plain == "hei")
    #expect(post.details == PostDetails(language: "fi", application: "Kirja"))
  }

  @Test(arguments: [
    (["pt-br", "pt"], "oi", "pt"), (["de-at"], "moin", "de"), (["de"], "moin", "de"), (["en-gb"], "hello", "en-GB"),
    (["en"], "howdy", "en-US"), (["fr"], "howdy", "en-US"), ([], "howdy", "en-US"), (["fr", "de"], "moin", "de"),
  ])
  func `The translation in the preferred language is shown`(
    languages: [String], text: String, language: String
  ) throws {
    let value = try JSONValue(
      whole: Array(
        #"""
        {"id": "1", "type": "Note", "attributedTo": "x", "contentMap": {"en-US": "<p>howdy</p>", "en-GB": "<p>hello</p>",
         "de": "<p>moin</p>", "pt": "<p>oi</p>", "xx": null, "yy": ""}}
        """#.utf8))
    let note = ActivityNote(object: value, now: .distantPast, languages: PreferredLanguages(languages))
    #expect(note.text.plain == text && note.details?.language == language)
    let status = MastodonStatusReader(languages: PreferredLanguages(languages)).entry(value)
    #expect(status?.text.plain == text && status?.details?.language == language)
  }

  @Test(
    arguments: [
      (["LANG": "de_DE.UTF-8"], ["de-de"]), (["LANG": "C.UTF-8"], []), (["LC_ALL": "POSIX", "LANG": "de"], []),
      (["LC_ALL": "", "LC_MESSAGES": "pt_BR@euro", "LANG": "de"], ["pt-br"]), ([:], []),
      (["LANG": "de_AT", "LANGUAGE": "fr:en_GB"], ["fr", "en-gb", "de-at"]), (["LANG": "C", "LANGUAGE": "fr"], []),
    ] as [([String: String], [String])])
  func `The user's languages are those of the locale`(environment: [String: String], codes: [String]) {
    #expect(PreferredLanguages(environment: environment).codes == codes)
  }

  @Test func `Titles, warnings, poll options and descriptions may have translations`() throws {
    let post = try parseOne(
      #"""
      {"type": "Article", "id": "https://h.example/1", "attributedTo": "https://h.example/users/ada",
       "nameMap": {"en": "Title"}, "summaryMap": {"en": "careful"}, "contentMap": {"en": "<p>text</p>"},
       "oneOf": [{"nameMap": {"en": "yes"}}], "endTime": "2026-11-21T00:00:00Z", "votersCount": 4,
       "attachment": {"type": "Image", "url": "https://h.example/i.png", "nameMap": {"en": "a tern"}}}
      """#)
    #expect(post.text.plain == "Title\n\ntext" && post.warning == "careful")
    #expect(post.media.map(\.description) == ["a tern"])
    #expect(
      post.poll
        == Poll(options: [.init(title: "yes")], isClosed: false, endsAt: date("2026-11-21T00:00:00Z"), voters: 4))
  }

  @Test(arguments: [
    #"{"id": "1", "created_at": "2026-11-20T12:00:00Z", "account": {"acct": "a"}, "contentMap": {"en": "<p>hi</p>"}}"#,
    #"[{"id": "1", "created_at": "2026-11-20T12:00:00Z", "account": {"acct": "a"}, "contentMap": {"en": "<p>hi</p>"}}]"#,
  ])
  func `A status with only translations is read`(text: String) throws {
    let post = try parseOne(text)
    #expect(post.text.plain == "hi" && post.details?.language == "en")
  }
}
