import ArgumentParser
import NavBase
import NavClient
import NavViewer
import Testing

@testable import navclient

/// Starts of a viewer that are read without the parser.
@Suite struct ViewerLaunchTests {
  /// A command line, and whether it is read quickly.
  @Test(
    arguments: [
      ("", true), ("attach", true), ("-s x", true), ("--session x", true), ("-s status", true),
      ("attach -s x --readonly --plain", true), ("--bare --reduced-motion --no-mouse", true),
      ("--no-start -s x --readonly --reduced-motion", true), ("/etc/passwd", true), (".", true),
      ("/tmp/ /etc/passwd", true), ("--open /etc/passwd /tmp/", true),
      ("/tmp/ --open /etc/passwd -s x", true), ("-s x --open /etc/passwd --open /", true),
      ("attach /etc/passwd -s x", true), ("--open /etc -s x", true),
      // The name of a command, or a word that could be one.
      ("status", false), ("help", false), ("-s x status", false), ("talk", false),
      ("attach attach", false), ("attach status", false), ("/tmp status", false),
      // Forms and options that only the parser knows.
      ("--session=x", false), ("-sx", false), ("-h", false), ("--help", false), ("-", false),
      ("--version", false), ("-s x --version", false), ("-- /tmp", false), ("--open -", false),
      ("--plain --no-plain", false), ("--no-plain", false), ("--mouse", false),
      ("--fps 5", false), ("--theme dark", false), ("--name ada", false),
      ("--fit letterbox", false),
      ("--server tcp://h:1 -s x", false), ("--config /etc/passwd", false), ("--hidden /tmp", false),
      ("--deck /etc/passwd", false), ("--tree /tmp", false), ("--cmd ls", false),
      ("--git-log", false), ("--on-server /tmp", false), ("--plain --size 80x24", false),
      // Mistakes.
      ("-s", false), ("--open", false), ("-s -x", false), ("--session -s", false),
      ("-s a -s b", false), ("-s a --session b", false), ("--readonly --readonly", false),
      ("--plain --plain", false), ("--no-start --no-start", false), ("--unknown", false),
    ]
  )
  func quickly(line: String, isQuick: Bool) throws {
    let words = line.split(separator: " ").map(String.init)
    let launch = try ViewerLaunch(quickly: words)
    #expect((launch != nil) == isQuick)
    guard let launch else { return }
    let typed = CommandWords(words)
    #expect(typed.complaint == nil)
    let attach = try #require(try Navclient.parseAsRoot(typed.words) as? Attach)
    #expect(try attach.launch == launch)
  }

  @Test func everyCommandIsLeftToTheParser() throws {
    for name in CommandWords.commandNames where name != Attach.configuration.commandName {
      for words in [[name], ["-s", "x", name], ["attach", name]] {
        #expect(try ViewerLaunch(quickly: words) == nil, "\(words)")
      }
    }
    #expect(Attach.configuration.commandName == "attach")
  }

  @Test func oddWordsAreLeftToTheParser() throws {
    let most = Array(repeating: "/", count: ContentSpec.mostTabs)
    #expect(try ViewerLaunch(quickly: most) != nil)
    for words in [most + ["/"], [""], ["-s", ""], ["--open", ""], ["/", ""]] {
      #expect(try ViewerLaunch(quickly: words) == nil, "\(words)")
    }
  }

  @Test func aMissingFileIsToldInBothWays() throws {
    let words = ["/no/such/file"]
    let quick = #expect(throws: ClientExit.self) { try ViewerLaunch(quickly: words) }
    let content = try Attach.parse(words).content
    let parsed = #expect(throws: ClientExit.self) { try content.content() }
    #expect(quick?.code == .noInput && quick == parsed)
  }
}
