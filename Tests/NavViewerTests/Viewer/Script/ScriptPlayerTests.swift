import NavBase
import NavViewer
import Testing

/// When the commands of a script begin, and what its driver changes about that.
@Suite struct ScriptPlayerTests {
  /// Plays a script, and returns what happened when, in milliseconds; requests are made at their times.
  private static func diary(
    _ lines: String,
    from mark: String? = nil,
    speed: Double = 1,
    _ requests: [(at: Int, ScriptPlayer.Request)] = [],
    commandsTake: Duration = .zero
  ) throws -> [String] {
    let script = Script(lines, path: "x.nav") { _ throws(CommandError) in "" }
    try #require(script.faults == [])
    var now = Duration.zero
    var player = try ScriptPlayer(script, from: mark, speed: speed, at: now)
    var requests = requests[...]
    var diary: [String] = []
    while true {
      switch player.next(at: now) {
      case .perform(let command):
        diary.append("\(now.milliseconds) \(command.text)")
        now += commandsTake
        player.performed(command, at: now)
      case .finish: return diary + ["\(now.milliseconds) end"]
      case .wait(let end):
        if let next = requests.first, end.map({ .milliseconds(next.at) <= $0 }) ?? true {
          requests.removeFirst()
          now = max(now, .milliseconds(next.at))
          player.receive(next.1, at: now)
        } else if let end {
          now = end
        } else {
          return diary + ["paused before \(player.upcoming?.text ?? "the end")"]
        }
      }
    }
  }

  @Test func theTimesOfAScript() throws {
    // The script, the speed, and its diary.
    let table: [(String, Double, [String])] = [
      ("", 1, ["0 end"]),
      ("next\nback", 1, ["0 next", "0 back", "0 end"]),
      ("pace 1s\nnext\nback", 1, ["0 next", "1000 back", "1000 end"]),
      ("pace 1s\nnext\nback", 4, ["0 next", "250 back", "250 end"]),
      ("pace 1s\nnext\nback\nwait 5s", 0.5, ["0 next", "2000 back", "14000 end"]),
      // Only inputs are followed by a pause, and a pause is counted from where it stands.
      (
        "pace 1s\nsay a\nmark m\nwait settled\nnext", 1,
        ["0 say a", "0 mark m", "0 wait settled", "0 next", "0 end"]
      ),
      ("pace 1s\nnext\nwait 2s\nback", 1, ["0 next", "3000 back", "3000 end"]),
      ("pace 1s\nnext\npace 0s\nback\nnext", 1, ["0 next", "1000 back", "1000 next", "1000 end"]),
    ]
    for (lines, speed, diary) in table {
      #expect(try Self.diary(lines, speed: speed) == diary, "\(lines)")
    }
    #expect(
      try Self.diary("pace 1s\nnext\nback", commandsTake: .milliseconds(300))
        == ["0 next", "1300 back", "1600 end"]
    )
  }

  @Test func aMark() throws {
    let lines = "pace 1s\nnext\nmark a\nback\npace 2s\nmark b\nnext\nback"
    #expect(
      try Self.diary(lines, from: "a").prefix(4)
        == ["0 mark a", "0 back", "1000 mark b", "1000 next"]
    )
    #expect(try Self.diary(lines, from: "b") == ["0 mark b", "0 next", "2000 back", "2000 end"])
    for (name, words) in [("aa", "did you mean 'a'?"), ("other", "it has a, b")] {
      let error = #expect(throws: CommandError.self) { try Self.diary(lines, from: name) }
      #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }
    let none = #expect(throws: CommandError.self) { try Self.diary("next", from: "a") }
    #expect(none?.description.contains("it has none") == true)
  }

  @Test func aDriver() throws {
    let lines = "pace 1s\nnext\nback\nwait 5s\nsay a\nsay b"
    let table: [([(at: Int, ScriptPlayer.Request)], [String])] = [
      ([(500, .pause)], ["0 next", "paused before back"]),
      (
        [(500, .pause), (9_000, .pause)],
        ["0 next", "9000 back", "15000 say a", "15000 say b", "15000 end"]
      ),
      // A step waits for no time, and pauses.
      ([(100, .step)], ["0 next", "100 back", "paused before say a"]),
      ([(100, .step), (200, .step)], ["0 next", "100 back", "200 say a", "paused before say b"]),
      (
        [(100, .step), (200, .step), (300, .step), (400, .step)],
        ["0 next", "100 back", "200 say a", "300 say b", "400 end"]
      ),
      ([(500, .end)], ["0 next", "500 end"]),
      ([(500, .pause), (600, .end)], ["0 next", "600 end"]),
    ]
    for (requests, diary) in table {
      #expect(try Self.diary(lines, requests) == diary, "\(requests)")
    }
  }

  @Test func theKeysOfADriver() {
    let keys = (0...255).compactMap { key in
      ScriptPlayer.Request(key: key).map { "\(Character(Unicode.Scalar(key))) \($0)" }
    }
    #expect(keys == ["  pause", "n step", "q end"])
  }
}
