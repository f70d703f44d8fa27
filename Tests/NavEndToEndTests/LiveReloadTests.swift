import Foundation
import Testing

/// Files that change while they are shown.
@Suite struct LiveReloadTests {
  private static func deck(_ titles: [String]) -> String {
    titles.map { "# \($0)\n\n\($0) has this text.\n" }.joined(separator: "\n---\n\n")
  }

  @Test func aDeckThatIsEditedIsShownAtTheSameSlide() throws {
    let world = try World()
    let daemon = try Daemon(in: world)
    let path = try world.write(Self.deck(["One", "Two", "Three"]), to: "talk.md")
    let one = try TerminalSession(in: world, "one", "--session", "x", "--open", path)
    try one.wait(until: "shows the first slide") { $0.contains("One has this text") }
    try one.type("Right")
    try one.wait(until: "shows the second slide") {
      $0.contains("Two has this text") && $0.statusWords.contains("2/3")
    }
    // An editor that writes in place.
    try Self.deck(["Zero", "One", "Two", "Three"])
      .write(toFile: path, atomically: false, encoding: .utf8)
    try one.wait(until: "counts the new slide") {
      $0.contains("Two has this text") && $0.statusWords.contains("3/4")
    }
    // And one that puts another file in the place.
    let other = try world.write(Self.deck(["Zero", "One", "Two and a half"]), to: "talk.md~")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: other, toPath: path)
    try one.wait(until: "shows the slide as it was edited") {
      $0.contains("Two and a half has this text") && $0.statusWords.contains("3/3")
    }
    #expect(try daemon.end(SIGTERM) == 0)
  }

  @Test func aDirectoryKeepsItsPlaceWhileFilesComeAndGo() throws {
    let world = try World()
    let daemon = try Daemon(in: world)
    let path = "\(world.directory)/dir"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    for name in ["b.txt", "d.txt", "f.txt"] {
      _ = try world.write("text of \(name)", to: "dir/\(name)")
    }
    let one = try TerminalSession(in: world, "one", "--session", "x", "--open", path)
    try one.wait(until: "lists the files") { $0.contains("f.txt") }
    try one.type("j", "Right")
    try one.wait(until: "shows the second file") { $0.contains("text of d.txt") }
    _ = try world.write("text of a.txt", to: "dir/a.txt")
    _ = try world.write("other words of d.txt", to: "dir/d.txt")
    try one.wait(until: "shows the file as it is now") { $0.contains("other words of d.txt") }
    try one.type("Left")
    try one.wait(until: "lists the new file too") { $0.contains("a.txt") }
    try one.type("j", "Right")
    try one.wait(until: "goes on from the entry that was selected") { $0.contains("text of f.txt") }
    // Asked for, it is read again whatever the system says.
    try one.type("C-r")
    try one.wait(until: "still shows it") { $0.contains("text of f.txt") }
    #expect(try daemon.end(SIGTERM) == 0)
  }
}
