import Foundation
import NavProcessKit
import Testing

/// A daemon that takes connections and never says anything.
@Suite(.waiting) struct SilentDaemonTests {
  @Test("a signal ends a viewer that waits for an answer before it has a screen")
  func signals() throws {
    let sandbox = try Sandbox()
    try #require(mkdir(sandbox.socketDirectory, 0o700) == 0)
    let script = """
      import socket, sys
      listener = socket.socket(socket.AF_UNIX)
      listener.bind(sys.argv[1])
      listener.listen(8)
      print("ready", flush=True)
      taken = []
      while True:
          taken.append(listener.accept())
          print("taken", len(taken), flush=True)
      """
    let python = try sandbox.start(
      Programs.python,
      ["-c", script, "\(sandbox.socketDirectory)/input"]
    )
    try eventually("it listens", found: { python.errorText }) {
      python.outputText.contains("ready")
    }
    let viewer = try sandbox.start(Programs.client, ["--plain"])
    // The first connection only finds out that somebody listens; the second one is for the list of sessions.
    try eventually("it waits", found: { python.outputText + viewer.errorText }) {
      python.outputText.contains("taken 2")
    }
    viewer.send(SIGTERM)
    #expect(try viewer.waitForExit("the viewer") == 143)
  }
}
