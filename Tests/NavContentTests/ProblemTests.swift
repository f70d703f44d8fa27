import Glibc
import NavBase
import NavContent
import Testing

/// Pages that say why content can't be shown.
@Suite struct ProblemTests {
  private let directory = TemporaryDirectory()

  @Test func missingFiles() {
    let file = directory.write([], to: "file")
    let advice = "It was deleted or renamed. Go back and open the directory again."
    let paths = [
      (directory.path("none"), "none"), (file + "/below", "below"), (file + "/", "file"),
      (directory.path("none/below"), "below"), ("", "/"), (directory.path("a\u{0}b"), "a\u{FFFD}b"),
    ]
    for (path, title) in paths {
      check(.load(path), [title, "No longer there.", advice])
    }
  }

  @Test func brokenLinks() {
    let advice = "Change the link, then go back and open it again."
    let broken = directory.link("broken", to: "../no\nwhere")
    check(
      .load(broken),
      ["broken", "Broken link: nothing is at ../no\u{FFFD}where.", advice]
    )
    let circle = "Too many links: they seem to lead in a circle."
    check(.load(directory.link("self", to: "self")), ["self", circle, advice])
    directory.link("a", to: "b")
    directory.link("b", to: "a")
    check(.load(directory.path("a")), ["a", circle, advice])
    check(.load(directory.path("a/x")), ["x", circle, advice])
  }

  @Test func filesThatAreNotOpened() {
    let advice =
      "Reading from it could wait for ever or change something: use a program made for it."
    let pipe = directory.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let socket = directory.path("socket")
    #expect(bindSocket(at: socket))
    let cases = [
      (pipe, "pipe", "A named pipe (FIFO), which is not opened."),
      (
        directory.link("to pipe", to: "pipe"), "to pipe",
        "A named pipe (FIFO), which is not opened."
      ),
      (socket, "socket", "A socket, which is not opened."),
      ("/dev/zero", "zero", "A device, which is not opened."),
    ]
    for (path, title, text) in cases {
      check(.load(path), [title, text, advice], role: .plain)
    }
  }

  @Test func pathsThatAreTooLong() {
    let advice = "Open a session on a directory further down."
    let text = "The path is longer than the system allows."
    // One byte is the NUL's.
    let long = String(repeating: "/.", count: (Int(PATH_MAX) - 2) / 2) + "/"
    #expect(long.utf8.count == Int(PATH_MAX) - 1)
    #expect(TreePage.load(long).isDirectory)
    check(.load(long + "x"), ["x", text, advice])
    let name = String(repeating: "n", count: 256)
    check(.load(directory.path(name)), [name.truncated(toColumns: 120), text, advice])
  }

  @Test func directoriesThatLinkToAParent() {
    let top = directory.makeDirectory("top")
    let middle = directory.makeDirectory("top/middle")
    directory.link("top/middle/loop", to: "..")
    directory.link("top/middle/here", to: ".")
    directory.link("top/middle/away", to: "../..")
    let ancestors = [top, middle]
    let advice = "Go back to get there."
    check(
      .load(middle + "/loop", from: ancestors),
      ["loop", "Leads back to top, which is open already.", advice],
      role: .plain
    )
    check(
      .load(middle + "/here", from: ancestors),
      ["here", "Leads back to middle, which is open already.", advice],
      role: .plain
    )
    #expect(TreePage.load(middle + "/away", from: ancestors).isDirectory)
    #expect(TreePage.load(middle + "/loop", from: [middle]).isDirectory)
    // A removed ancestor does not count.
    #expect(TreePage.load(middle, from: [top, directory.path("none"), "\u{0}"]).isDirectory)
  }

  /// Directories that contain each other by links end at the first repetition.
  @Test func aCircleOfDirectories() {
    let a = directory.makeDirectory("a")
    directory.makeDirectory("b")
    directory.link("a/next", to: "../b")
    directory.link("b/next", to: "../a")
    #expect(TreePage.load(a + "/next", from: [a]).isDirectory)
    let again = TreePage.load(a + "/next/next", from: [a, a + "/next"])
    #expect(texts(again).first == "Leads back to a, which is open already.")
  }

  @Test func titlesAreShortAndSafe() {
    for name in [String(repeating: "x", count: 255), "\u{1B}[2J\n", "\u{202E}x"] {
      let page = TreePage.load(directory.path(name))
      #expect(columnWidth(of: page.title) <= Slide.titleColumns)
      #expect(sanitized(page.title) == page.title)
    }
  }

  /// A user who may read everything becomes one who may not, in a separate process.
  @Test func unreadableFiles() async {
    await #expect(processExitsWith: .success) {
      let directory = TemporaryDirectory()
      #expect(chmod(directory.root, 0o755) == 0)
      let file = directory.write([], to: "file")
      let closed = directory.makeDirectory("closed")
      directory.write([], to: "closed/below")
      let listed = directory.makeDirectory("listed")
      directory.write(Array("x".utf8), to: "listed/below")
      directory.makeDirectory("listed/directory")
      for (path, mode) in [(file, 0), (closed, 0), (listed, 0o744)] as [(String, mode_t)] {
        #expect(chmod(path, mode) == 0)
      }
      if geteuid() == 0 {
        #expect(seteuid(65_534) == 0)
      } else {
        #expect(chmod(listed, 0o400) == 0)
      }
      let advice =
        "Make it readable for the user that navd runs as, then go back and open it again."
      for (path, title) in [
        (file, "file"), (closed, "closed"), (closed + "/below", "below"),
        (listed + "/below", "below"),
      ] {
        check(.load(path), [title, "Permission denied.", advice])
        #expect(throws: ContentError.notPermitted(path: path)) { try openTree(path: path) }
      }
      // Names may be read, and nothing else.
      let entries = try openTree(path: listed).entries
      #expect(entries.map(\.title) == ["directory/", "below"])
      #expect(entries.map(\.detail) == ["", ""])
      _ = seteuid(getuid())
      for path in [closed, listed] { #expect(chmod(path, 0o700) == 0) }
      withExtendedLifetime(directory) {}
    }
  }

  @Test func whenNoMoreFilesCanBeOpened() async {
    await #expect(processExitsWith: .success) {
      let directory = TemporaryDirectory()
      let file = directory.write([], to: "file")
      var limit = rlimit()
      #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      let former = limit.rlim_cur
      limit.rlim_cur = 0
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      let page = TreePage.load(file)
      limit.rlim_cur = former
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      let advice =
        "Wait a little, or raise navd's limit (ulimit -n); then go back and open it again."
      check(page, ["file", "Too many open files.", advice])
      withExtendedLifetime(directory) {}
    }
  }
}

/// Checks the title, the problem in a role, and the remedy.
private func check(_ page: TreePage, _ expected: [String], role: TextRole = .error) {
  #expect([page.title] + texts(page) == expected)
  guard case .document(_, let document) = page, document.blocks.count == 2 else { return }
  #expect(document.blocks[0] == .paragraph(StyledText(expected[1], style: TextStyle(role: role))))
}

/// Makes a socket with a path.
private func bindSocket(at path: String) -> Bool {
  let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(number) }
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
    }
  }
}
