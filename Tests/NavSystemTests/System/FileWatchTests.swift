import Glibc
import NavTestKit
import Testing

@testable import NavSystem

@Suite("Watching files")
struct FileWatchTests {
  /// The system has no free watches.
  private struct NoWatch: Error {}

  /// A temporary directory, and a watch on a file in it.
  private final class Place {
    let path: String
    var watch: FileWatch
    private(set) var now = Duration.seconds(1)

    init(awaitsWriters: Bool = false) throws {
      path = try makeTemporaryDirectory("watch")
      guard let made = FileWatch(awaitsWriters: awaitsWriters) else { throw NoWatch() }
      watch = made
    }

    deinit {
      for name in ["a/b/file", "a/file", "a/new", "real/file", "real", "a/b", "a", "file", ""] {
        let path = "\(path)/\(name)"
        if unlink(path) != 0 { rmdir(path) }
      }
    }

    func write(_ text: String, to name: String) throws {
      let file = try #require(fopen("\(path)/\(name)", "we"))
      fputs(text, file)
      fclose(file)
    }

    /// Waits for the next event: that of a removed directory comes only when nobody uses the directory any more.
    func awaitEvent() -> Bool {
      var descriptor = pollfd(fd: watch.fileDescriptor, events: Int16(POLLIN), revents: 0)
      return poll(&descriptor, 1, 60_000) > 0
    }

    /// Returns the changed files after all events have settled.
    ///
    /// - Parameter pause: a time that passes first.
    func changes(after pause: Duration = .zero) -> [String] {
      now += pause
      var descriptor = pollfd(fd: watch.fileDescriptor, events: Int16(POLLIN), revents: 0)
      while poll(&descriptor, 1, 0) > 0 {
        now += .milliseconds(1)
        watch.heard(at: now)
      }
      now += FileWatch.quiet
      return watch.changes(at: now).map { String($0.dropFirst(path.utf8.count + 1)) }
    }
  }

  @Test("every way in which an editor saves a file")
  func editors() throws {
    let place = try Place()
    try #require(mkdir("\(place.path)/a", 0o700) == 0)
    place.watch.watch(["\(place.path)/a/file"])
    #expect(place.changes() == [])
    try place.write("1", to: "a/file")
    #expect(place.changes() == ["a/file"], "made")
    #expect(place.changes() == [], "once")
    try place.write("2", to: "a/file")
    #expect(place.changes() == ["a/file"], "written in place")
    try place.write("3", to: "a/new")
    #expect(place.changes() == [], "another file")
    try #require(rename("\(place.path)/a/new", "\(place.path)/a/file") == 0)
    #expect(place.changes() == ["a/file"], "replaced")
    try #require(unlink("\(place.path)/a/file") == 0)
    #expect(place.changes() == ["a/file"], "removed")
    try #require(rmdir("\(place.path)/a") == 0)
    try #require(place.awaitEvent())
    #expect(place.changes() == [], "and its directory")
    try #require(mkdir("\(place.path)/a", 0o700) == 0)
    try place.write("4", to: "a/file")
    #expect(place.changes() == ["a/file"], "all of it is back")
  }

  @Test("a file that is being written is reported when it is whole, or after two seconds")
  func writers() throws {
    let place = try Place(awaitsWriters: true)
    let file = "\(place.path)/a/file"
    func begin(_ text: String) throws -> UnsafeMutablePointer<FILE> {
      let stream = try #require(fopen(file, "we"))
      fputs(text, stream)
      fflush(stream)
      return stream
    }
    try #require(mkdir("\(place.path)/a", 0o700) == 0)
    try place.write("123456", to: "a/file")
    place.watch.watch([file])
    try place.write("1234567", to: "a/file")
    #expect(place.changes() == ["a/file"], "truncated and filled at once")
    try place.write("", to: "a/file")
    #expect(place.changes() == [], "truncated")
    #expect(place.changes(after: .seconds(1)) == [], "a slow generator")
    try place.write("12345678", to: "a/file")
    #expect(place.changes() == [], "perhaps more follows")
    #expect(place.changes(after: FileWatch.stillness) == ["a/file"], "whole")
    try place.write("1", to: "a/file")
    #expect(place.changes() == [], "perhaps the first part")
    #expect(place.changes(after: FileWatch.stillness) == ["a/file"], "a shorter version")
    try place.write("12345678", to: "a/file")
    #expect(place.changes() == ["a/file"], "longer")
    var stream = try begin("12")
    #expect(place.changes() == [], "torn")
    #expect(place.changes(after: .seconds(1)) == [], "its writer pauses")
    fputs("3456", stream)
    fclose(stream)
    #expect(place.changes() == [])
    #expect(place.changes(after: FileWatch.stillness) == ["a/file"], "closed")
    stream = try begin("12")
    #expect(place.changes() == [])
    #expect(place.changes(after: FileWatch.writing) == ["a/file"], "a writer that stays")
    fclose(stream)
    _ = place.changes()
    try place.write("", to: "a/file")
    #expect(place.changes() == [])
    #expect(place.changes(after: FileWatch.writing) == ["a/file"], "empty")
    try place.write("12", to: "a/file")
    #expect(place.changes() == ["a/file"])
    try place.write("1", to: "a/new")
    try #require(rename("\(place.path)/a/new", file) == 0)
    #expect(place.changes() == ["a/file"], "replaced by a shorter one")
  }

  @Test("a file that is away while it is replaced is not reported, nor is its directory")
  func absence() throws {
    let place = try Place(awaitsWriters: true)
    let file = "\(place.path)/a/file"
    try #require(mkdir("\(place.path)/a", 0o700) == 0)
    try place.write("1", to: "a/file")
    place.watch.watch(["\(place.path)/a", file])
    try #require(unlink(file) == 0)
    #expect(place.changes() == [], "away")
    try place.write("2", to: "a/file")
    #expect(place.changes() == [])
    #expect(place.changes(after: FileWatch.stillness) == ["a", "a/file"], "back")
    try #require(unlink(file) == 0)
    #expect(place.changes() == [])
    #expect(place.changes(after: FileWatch.absence) == ["a", "a/file"], "removed")
  }

  @Test("a directory created later, and a file behind a link")
  func later() throws {
    let place = try Place()
    place.watch.watch(["\(place.path)/a/b/file"])
    try #require(mkdir("\(place.path)/a", 0o700) == 0)
    #expect(place.changes() == [])
    try #require(mkdir("\(place.path)/a/b", 0o700) == 0)
    try place.write("1", to: "a/b/file")
    #expect(place.changes() == ["a/b/file"])
    try #require(mkdir("\(place.path)/real", 0o700) == 0)
    try place.write("2", to: "real/file")
    #expect(place.changes() == [])
    try #require(unlink("\(place.path)/a/b/file") == 0)
    try #require(symlink("\(place.path)/real/file", "\(place.path)/a/b/file") == 0)
    #expect(place.changes() == ["a/b/file"])
    try place.write("3", to: "real/file")
    #expect(place.changes() == ["a/b/file"], "where the link leads")
  }

  @Test("a link in an upper directory of the path, and a link to which it leads")
  func upperLinks() throws {
    let place = try Place()
    defer {
      for name in ["1/in/file", "1/in", "1", "2/in/file", "2/in", "2", "now", "link", "next"] {
        let path = "\(place.path)/\(name)"
        if unlink(path) != 0 { rmdir(path) }
      }
    }
    for name in ["1", "2"] {
      try #require(mkdir("\(place.path)/\(name)", 0o700) == 0)
      try #require(mkdir("\(place.path)/\(name)/in", 0o700) == 0)
      try place.write(name, to: "\(name)/in/file")
    }
    func link(_ name: String, to target: String) throws {
      try #require(symlink(target, "\(place.path)/next") == 0)
      try #require(rename("\(place.path)/next", "\(place.path)/\(name)") == 0)
    }
    try link("now", to: "./1")
    try link("link", to: "\(place.path)/2/../now/in")
    place.watch.watch(["\(place.path)/link/file"])
    #expect(place.changes() == [])
    try link("now", to: "2")
    #expect(place.changes() == ["link/file"], "behind the link in the path")
    try place.write("3", to: "2/in/file")
    #expect(place.changes() == ["link/file"], "where the links lead")
    try place.write("3", to: "1/in/file")
    #expect(place.changes() == [], "where they led before")
    try link("link", to: "1/in")
    #expect(place.changes() == ["link/file"], "in the path")
  }

  @Test("many events are one change, and do not delay it without limit")
  func coalescing() throws {
    let place = try Place()
    try #require(mkdir("\(place.path)/a", 0o700) == 0)
    place.watch.watch(["\(place.path)/a/file"])
    var now = Duration.seconds(10)
    var looks = 0
    for step in 0..<100 {
      try place.write("\(step)", to: "a/file")
      place.watch.heard(at: now)
      let wake = place.watch.nextWake
      #expect(wake.map { $0 <= now + FileWatch.quiet } == true)
      if !place.watch.changes(at: now).isEmpty { looks += 1 }
      now += .milliseconds(10)
    }
    #expect(looks == 2, "a second of events, patience of 0.4 s")
    let last = place.watch.changes(at: now + FileWatch.patience)
    #expect(last == ["\(place.path)/a/file"])
  }

  @Test("the limit of files, and one past it")
  func limit() throws {
    let place = try Place()
    for count in [FileWatch.mostFiles, FileWatch.mostFiles + 1] {
      place.watch.watch((0..<count).map { "\(place.path)/\($0)" })
      #expect(place.watch.files.count == FileWatch.mostFiles)
    }
  }
}
