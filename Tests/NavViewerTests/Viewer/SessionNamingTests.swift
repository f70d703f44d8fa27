import NavBase
import NavEngine
import NavWire
import Testing

@testable import NavViewer

/// The default names of sessions.
@Suite struct SessionNamingTests {
  @Test(
    arguments: [
      (.deck(path: "/a/talk.md"), "talk"), (.deck(path: "/a/My Talk (final).md"), "My-Talk-final"),
      (.tree(path: "/home/ada/src"), "src"), (.tree(path: "/"), "files"),
      (.tree(path: "/a/v1.2"), "v1.2"), (.scene(path: "/a/app.yaml"), "app"),
      (.outline(path: "/a/k8s.prod.json"), "k8s.prod"),
      (.docs(path: "/b/guide/src/SUMMARY.md"), "guide"),
      (.docs(path: "/b/guide/SUMMARY.md"), "guide"), (.docs(path: "/b/guide"), "guide"),
      (.deck(path: "/a/.hidden"), "hidden"), (.deck(path: "/a/-x-.md"), "x"),
      (.deck(path: "/a/日本語の発表.md"), "日本語の発表"), (.deck(path: "/a/Präsentation.md"), "Präsentation"),
      (.deck(path: "/a/émile  x.md"), "émile-x"), (.deck(path: "/a/🎉.md"), "session"),
      (.command(CommandLine(.shell, ["make -k all"], in: "/a")), "make"),
      (.command(CommandLine(.shell, ["/usr/bin/top -b"], in: "/a")), "top"),
      (.command(CommandLine(.man, ["3", "printf"], in: "/a")), "printf"),
      (.command(CommandLine(.gitLog, [], in: "/home/ada/navd")), "navd-log"),
      (.command(CommandLine(.gitDiff, ["a..b"], in: "/home/ada/navd")), "navd-diff"),
      (.text(GivenText(name: "", bytes: [], form: .printed)), "stdin"),
      (.tabs([.deck(path: "/a/talk.md"), .tree(path: "/a/src")]), "talk"),
      (.tour(command: "x"), "tour"),
    ] as [(ContentSpec, String)]
  )
  func names(content: ContentSpec, name: String) {
    #expect(content.sessionName == name)
    #expect(SessionName(content.sessionName) != nil)
  }

  /// Every file name gives a valid session name.
  @Test func everyNameIsValid() {
    for text in [
      "", ".", "..", "---", "\u{0}", String(repeating: "é", count: 500), "a b", "١٢", "\u{93E}क",
      "a\u{301}",
      String(repeating: "a\u{301}\u{302}", count: 90), String(repeating: "𠀀", count: 90),
    ] {
      let name = SessionNaming.name(of: text)
      #expect(SessionName(name) != nil, "\(text)")
      #expect(SessionName(name + "-\(SessionNaming.highestNumber)") != nil, "\(text)")
    }
    #expect(SessionNaming.name(of: String(repeating: "x", count: 500)).count == 60)
  }

  @Test(
    arguments: [
      ("talk", "talk-2"), ("talk-2", "talk-3"), ("talk-98", "talk-99"), ("talk-99", nil),
      ("v1.2", "v1.2-2"), ("a-b", "a-b-2"), ("talk-1", "talk-1-2"),
    ] as [(String, String?)]
  )
  func nextNames(name: String, next: String?) {
    #expect(SessionNaming.next(after: name) == next)
  }

  @Test func theFirstNameWhoseSessionShowsTheSameOrThatIsFree() {
    func session(_ name: String, _ content: String) -> Reply.SessionInfo {
      Reply.SessionInfo(
        name: name,
        id: 1,
        content: content,
        viewers: 0,
        page: 1,
        pages: 1,
        version: 0,
        title: ""
      )
    }
    let table: [([Reply.SessionInfo], String)] = [
      ([], "talk"), ([session("talk", "/a/talk.md")], "talk"),
      ([session("talk", "/b/talk.md")], "talk-2"), ([session("other", "/a/talk.md")], "talk"),
      ([session("talk", "tour"), session("talk-2", "/a/talk.md")], "talk-2"),
      ([session("talk", "tour"), session("talk-2", "/b/talk.md")], "talk-3"),
    ]
    for (sessions, name) in table {
      #expect(SessionNaming.name(for: .deck(path: "/a/talk.md"), among: sessions) == name)
    }
    // A new session is another one, also of the same content.
    let both = [session("talk", "/a/talk.md"), session("talk-2", "/b/talk.md")]
    let new = SessionNaming.name(for: .deck(path: "/a/talk.md"), among: both, isNew: true)
    #expect(new == "talk-3")
  }
}
