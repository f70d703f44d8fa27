import Foundation
import Testing

/// Exported slides in a browser, with its keys and its restrictions on scripts.
@Suite(.waiting) struct ExportedPageTests {
  private static let browser = "/usr/bin/chromium"

  /// Presses keys one after the other and prints the page's state after each: its address and the number of hidden
  /// parts.
  ///
  /// The browser reads from its third file descriptor and answers on the fourth, each message ended by a zero byte.
  private static let script = """
    import json, os, subprocess, sys

    browser, page, profile = sys.argv[1:4]
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()

    def take_files():
        command, answer = os.dup(theirs_in), os.dup(theirs_out)
        while min(command, answer) < 10:
            command, answer = os.dup(command), os.dup(answer)
        os.dup2(command, 3)
        os.dup2(answer, 4)

    process = subprocess.Popen(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
         "--no-first-run", "--user-data-dir=" + profile, "--remote-debugging-pipe", "about:blank"],
        preexec_fn=take_files, close_fds=False, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(theirs_in)
    os.close(theirs_out)
    number, rest = 0, b""

    def answer():
        global rest
        while b"\\0" not in rest:
            chunk = os.read(ours_in, 65536)
            if not chunk:
                sys.exit(3)
            rest += chunk
        line, rest = rest.split(b"\\0", 1)
        return json.loads(line)

    def ask(method, session=None, **parameters):
        global number
        number += 1
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(ours_out, json.dumps(message).encode() + b"\\0")
        while (found := answer()).get("id") != number:
            pass
        if "error" in found:
            sys.exit(json.dumps(found["error"]))
        return found["result"]

    targets = ask("Target.getTargets")["targetInfos"]
    target = next(target["targetId"] for target in targets if target["type"] == "page")
    tab = ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def value(text):
        return ask("Runtime.evaluate", tab, expression=text, returnByValue=True)["result"].get("value")

    ask("Page.enable", tab)
    ask("Page.navigate", tab, url="file://" + page)
    while value("location.protocol + document.readyState") != "file:complete":
        pass
    told = []
    for key in sys.argv[4:]:
        if key == "link":
            value("document.querySelector('.frame:target section a').click()")
        else:
            text = "\\r" if key == "Enter" else key if len(key) == 1 else ""
            ask("Input.dispatchKeyEvent", tab, type="keyDown", key=key, text=text)
            ask("Input.dispatchKeyEvent", tab, type="keyUp", key=key)
        told.append(value("location.hash + ' ' + document.querySelectorAll('.wait').length"))
    print(json.dumps(told))
    ask("Browser.close")
    process.wait()
    """

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: browser), "needs Chromium"))
  func keysTurnTheSlidesAndRevealTheirSteps() throws {
    let sandbox = try Sandbox()
    let deck = try sandbox.write(
      """
      # First

      [to the second](#second)

      ---

      # Second

      * one

      <!-- pause -->

      * two

      ---

      # Third
      """,
      to: "talk.md"
    )
    let page = "\(sandbox.directory)/talk.html"
    try sandbox.succeed("export", deck, "--format", "html", "-o", page)
    let steps = [
      // The key, and the slide with its number of hidden parts.
      ("ArrowRight", " 0"), ("s", "#show-1 0"), ("ArrowRight", "#show-2 1"),
      ("Enter", "#show-2 0"), (" ", "#show-3 0"), ("ArrowRight", "#show-3 0"),
      ("ArrowLeft", "#show-2 0"), ("ArrowLeft", "#show-2 1"), ("Home", "#show-1 0"),
      ("link", "#show-2 1"), ("End", "#show-3 0"), ("Escape", "#slide-3 0"),
      ("ArrowLeft", "#slide-3 0"), ("s", "#show-3 0"),
    ]
    let outcome = try sandbox.run(
      Programs.python,
      ["-c", Self.script, Self.browser, page, "\(sandbox.directory)/profile"] + steps.map(\.0),
      environment: ["ASAN_OPTIONS": "", "TSAN_OPTIONS": ""]
    )
    try #require(outcome.code == 0, "\(outcome)")
    let told = try JSONDecoder().decode([String].self, from: Data(outcome.output.utf8))
    #expect(told == steps.map(\.1))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: browser)))
  func aDeckIsPrinted() throws {
    let sandbox = try Sandbox()
    let deck = try sandbox.write("# One\n\n---\n\n# Two\n", to: "talk.md")
    let file = "\(sandbox.directory)/talk.pdf"
    try sandbox.succeed("export", deck, "--format", "pdf", "-o", file)
    let pdf = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    #expect(pdf.hasPrefix("%PDF-"))
    #expect(pdf.ranges(of: "/Type /Page\n").count == 2)
  }

  @Test func nothingPrintsWithoutABrowser() throws {
    let sandbox = try Sandbox()
    let deck = try sandbox.write("# One\n", to: "talk.md")
    let file = "\(sandbox.directory)/talk.pdf"
    #expect(try sandbox.client("export", deck, "--format", "pdf").code == 64)
    let outcome = try sandbox.run(
      Programs.client,
      ["export", deck, "--format", "pdf", "-o", file],
      environment: ["PATH": sandbox.directory]
    )
    #expect(outcome.code == 69 && outcome.errors.contains("install Chromium"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: file))
  }
}
