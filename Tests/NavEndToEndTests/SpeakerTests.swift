import Foundation
import Testing

/// The speaker's view on a second terminal, and its audience.
@Suite(.waiting) struct SpeakerTests {
  private static let markdown = """
    ---
    title: Talk
    duration: 20min
    ---

    # First

    public-one

    <!-- speaker_note: secret-greeting -->

    ---

    # Second

    public-two

    <!-- speaker_note: secret-before -->
    <!-- pause -->

    public-revealed

    <!-- speaker_note: secret-after -->

    ---

    # Third

    public-three
    """

  private func viewer(
    _ name: String,
    in sandbox: Sandbox,
    by path: RecordedPath,
    columns: Int,
    rows: Int,
    _ arguments: String...
  ) throws -> TerminalSession {
    let terminal = try sandbox.terminal(
      name,
      size: (columns, rows),
      running: ["/usr/bin/env", "XDG_RUNTIME_DIR=\(path.runtimeDirectory)", Programs.client]
        + arguments + ["--session", "talk", "--name", name]
    )
    try terminal.wait(until: "shows the first slide") {
      $0.contains(arguments.first == "notes" ? "secret-greeting" : "public-one")
    }
    return terminal
  }

  @Test func aSpeakerSeesNotesAndNobodyElseDoes() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = try sandbox.write(Self.markdown, to: "talk.md")
    let (open, closed) = try (
      RecordedPath(in: sandbox, named: "open"), RecordedPath(in: sandbox, named: "closed")
    )
    let bob = try viewer("bob", in: sandbox, by: open, columns: 80, rows: 24, "--open", path)
    let eve = try viewer("eve", in: sandbox, by: open, columns: 40, rows: 12)
    let ada = try viewer("ada", in: sandbox, by: closed, columns: 100, rows: 30, "notes")

    // The speaker sees the slide, the next one and the notes, and moves the talk.
    try ada.wait(until: "shows the next slide and the length of the talk") {
      $0.contains("public-one") && $0.contains("public-two") && !$0.contains("public-revealed")
        && $0.status.contains("t starts 20:00")
    }
    try ada.type("t", "Right")
    try ada.wait(until: "shows the next step, and the time") {
      $0.contains("public-revealed") && $0.contains("secret-before") && $0.status.contains("0:0")
    }
    try bob.wait(until: "shows the second slide") {
      $0.contains("public-two") && !$0.contains("public-revealed")
    }
    // Somebody else moves it.
    try eve.type("Right")
    try ada.wait(until: "shows the third slide as the next one") { $0.contains("public-three") }

    // Questions are the speaker's alone.
    try bob.type(":")
    try bob.wait(until: "opens the palette") { $0.contains("go-to") }
    try bob.type("-l", "ask secret-question")
    try bob.type("Enter")
    try ada.wait(until: "shows the question") {
      $0.contains("bob: secret-question") && $0.status.contains("1 question")
    }
    try sandbox.succeed("ask", "-s", "talk", "--name", "cyd", "secret-script")
    try ada.wait(until: "shows the second question") { $0.contains("cyd: secret-script") }
    let refused = try sandbox.client("ask", "-s", "talk", "once", "more")
    #expect(refused.code == 75 && refused.errors.contains("10 s"), "\(refused)")
    try ada.type("A")
    try ada.wait(until: "lists only the second one") {
      $0.contains("secret-script") && !$0.contains("secret-question")
    }

    // Everything is back after a kill.
    try daemon.end(SIGKILL)
    for terminal in [ada, bob, eve] {
      try terminal.wait(until: "says that it reconnects") { $0.status.contains("reconnecting") }
    }
    try daemon.restart()
    try ada.wait(until: "is back") {
      $0.contains("secret-after") && $0.contains("secret-script") && $0.status.contains("of 20:00")
        && !$0.status.contains("reconnecting")
    }
    try ada.type("F4")
    try ada.wait(until: "shows the slide alone") {
      $0.contains("public-revealed") && !$0.contains("secret")
    }
    try ada.type("F4")
    try ada.wait(until: "shows the notes again") { $0.contains("secret-after") }

    let export = try sandbox.succeed("export", "-s", "talk", "--format", "html")
    #expect(export.contains("public-one") && !export.contains("secret"), "\(export)")
    for word in ["secret", "public"] {
      #expect(try closed.contains(word))
      #expect(try open.contains(word) == (word == "public"), "\(word)")
    }
    withExtendedLifetime((bob, eve)) { #expect(daemon.isRunning) }
  }
}
