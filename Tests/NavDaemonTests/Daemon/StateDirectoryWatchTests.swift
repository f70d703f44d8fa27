import Foundation
import Glibc
import NavBase
import NavHost
import NavStore
import NavSystem
import NavTestKit
import Testing
import ZeroMQ

@testable import NavDaemon

@Suite("Files of the state directory that go while navd runs")
final class StateDirectoryWatchTests {
  private let directory: String

  init() throws { directory = try makeTemporaryDirectory("watch") }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private func isHeard(_ watch: borrowing StateDirectoryWatch) throws -> Bool {
    var poller = Poller()
    poller.add(descriptor: watch.descriptor, token: 1, events: .readable)
    return try poller.wait(timeout: .zero) == 1
  }

  // The macro takes no value that can't be copied.
  private func expect(_ isTrue: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(isTrue, sourceLocation: sourceLocation)
  }

  @Test("a name that goes or is replaced is heard at once; a file that is written is not")
  func names() throws {
    for change in ["remove", "replace", "move the directory"] {
      let path = "\(directory)/\(change)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let (file, other) = (path + "/a", path + "/b")
      for name in [file, other] { try Data([1]).write(to: URL(fileURLWithPath: name)) }
      var watch = StateDirectoryWatch(path)
      let writer = try #require(FileHandle(forUpdatingAtPath: file))
      try writer.write(contentsOf: Data([2, 3]))
      try expect(!isHeard(watch))
      expect(!watch.isDue(at: .seconds(9), isWriting: true))
      switch change {
      case "remove": unlink(file)
      case "replace": rename(other, file)
      default: rename(path, path + "-away")
      }
      try expect(isHeard(watch))
      watch.heard()
      expect(watch.isDue(at: .zero, isWriting: false))
      try expect(!isHeard(watch))
      watch.begin()
      expect(!watch.isDue(at: .seconds(9), isWriting: false))
      // A directory that is gone can't be watched: each commit looks.
      expect(watch.isDue(at: .zero, isWriting: true) == (change == "move the directory"))
    }
  }

  @Test("a commit is followed by a look within a second, which is not put off by later ones")
  func looks() {
    var watch = StateDirectoryWatch(directory)
    #expect(watch.nextLook == nil)
    for time in [10, 10.5, 10.9] { watch.expect(at: .seconds(time)) }
    #expect(watch.nextLook == .seconds(11))
    expect(!watch.isDue(at: .seconds(10.9), isWriting: true))
    expect(watch.isDue(at: .seconds(11), isWriting: false))
    watch.begin()
    #expect(watch.nextLook == nil)
  }

  @Test("files that are gone fail the turn in which that is heard, or the look after a commit")
  func store() throws {
    for isHeard in [true, false] {
      for name in ["lock", "state.sqlite"] {
        let path = "\(directory)/\(isHeard)-\(name)"
        var random = SystemRandomNumberGenerator()
        let opened = try SQLiteStore.open(directory: path, epoch: 1, random: &random)
        var store = DaemonStore(opened.0, in: path)
        let clock = TurnClock()
        var batch = StoreBatch()
        batch.heads = [SessionHead(id: 1, name: "a", content: [1], control: [], talk: [])]
        expect(store.commit(batch, at: .seconds(10), by: clock))
        expect(store.commit(StoreBatch(), at: .seconds(10.5), by: clock))
        unlink("\(path)/\(name)")
        if isHeard {
          try expect(self.isHeard(store.watch))
          store.heard()
          expect(!store.commit(batch, at: .seconds(10.5), by: clock))
        } else {
          expect(!store.commit(StoreBatch(), at: .seconds(11), by: clock))
        }
        // The core offers everything again.
        batch.isWhole = true
        expect(store.commit(batch, at: .seconds(12), by: clock))
        expect(store.commit(StoreBatch(), at: .seconds(13), by: clock))
        #expect(store.figures.failedCommits == 1)
        store.sqlite.close()
      }
    }
  }
}
