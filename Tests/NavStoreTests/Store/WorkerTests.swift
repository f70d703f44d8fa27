import Dispatch
import Foundation
import Glibc
import NavBase
import NavTestKit
import Synchronization
import Testing

@testable import NavStore

@Suite("The work of the worker")
struct WorkerTests {
  /// Returns the database's content without its log.
  private func withoutLog(_ directory: StateDirectory) throws -> StoredState {
    try directory.stateAfterKill(logLength: 0)
  }

  // MARK: Checkpoints

  @Test("the log is copied into the database when the daemon is idle, once")
  func idle() throws {
    let (directory, store) = try StateDirectory.opened(.head(1, "a"))
    let old = try directory.bytes("state.sqlite")
    #expect(store.waitForWorker() != nil)
    #expect(try directory.bytes("state.sqlite") == old)
    store.idle()
    _ = store.waitForWorker()
    #expect(try withoutLog(directory).sessions.map(\.name) == ["a"])
    // Nothing to do: an idle daemon does not write to its files.
    func touched() -> [Int] {
      ["state.sqlite", "state.sqlite-wal"].flatMap { name in
        var status = stat()
        stat(directory.path + "/" + name, &status)
        return [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
      }
    }
    let times = touched()
    store.idle()
    _ = store.waitForWorker()
    #expect(touched() == times)
    // The log starts again with the next commit, and the state is complete at each time.
    try store.commit(.change(1, 1, [1]))
    #expect(try directory.stateAfterKill().sessions[0].changes == [[1]])
    #expect(try withoutLog(directory).sessions[0].changes == [])
    #expect(store.takeNotes() == [])
  }

  @Test("a log of 16 MiB is left alone, a longer one is copied and starts again, short")
  func longLog() throws {
    let (directory, store) = try StateDirectory.opened(.head(1, "a"))
    var version: UInt64 = 0
    var length = 0
    while length <= StoreLimits.logBytes {
      #expect(try withoutLog(directory).sessions == [], "at \(length)")
      version += 1
      try store.commit(.snapshot(1, version, Array(repeating: UInt8(version), count: 900_000)))
      _ = store.waitForWorker()
      length = FileID.read(directory.files.log)?.length ?? 0
      #expect(version < 30)
    }
    #expect(try withoutLog(directory).sessions.map(\.version) == [version])
    try store.commit(.change(1, version, [7]))
    #expect(FileID.read(directory.files.log)?.length == StoreLimits.keptLogBytes)
    #expect(try withoutLog(directory).sessions[0].changes == [])
    #expect(try directory.stateAfterKill().sessions[0].changes == [[7]])
  }

  @Test("a concurrent reader delays a checkpoint, not a commit; the rest is copied later")
  func reader() throws {
    let (directory, store) = try StateDirectory.opened(.head(1, "a"))
    let shell = try Connection(path: directory.files.database)
    try shell.trial(.deferred) { () throws in
      #expect(try shell.number("SELECT count(*) FROM session") == 1)
      try store.commit(.head(2, "b"))
      store.idle()
      _ = store.waitForWorker()
      #expect(try directory.stateAfterKill().sessions.map(\.name) == ["a", "b"])
    }
    // No commit since, but a part of the log was left.
    store.idle()
    _ = store.waitForWorker()
    #expect(try withoutLog(directory).sessions.map(\.name) == ["a", "b"])
    #expect(store.takeNotes() == [])
  }

  // MARK: Power

  @Test("a sync is answered once, from another thread; later ones share the next sync")
  func sync() throws {
    let (directory, store) = try StateDirectory.opened(.head(1, "a"))
    let old = try directory.bytes("state.sqlite")
    let answers = Mutex<[Int]>([])
    let begun = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)
    let caller = pthread_self()
    store.sync { result in
      #expect(throws: Never.self) { try result.get() }
      #expect(pthread_equal(pthread_self(), caller) == 0)
      answers.withLock { $0.append(0) }
      begun.signal()
      goOn.wait()
    }
    #expect(begun.wait(timeout: .now() + .seconds(60)) == .success)
    let path = directory.path
    for number in 1...5 {
      // Syncs served together are answered before a checkpoint requested in between.
      if number == 3 { store.idle() }
      store.sync { _ in
        let now = try? Array(Data(contentsOf: URL(fileURLWithPath: path + "/state.sqlite")))
        answers.withLock { $0.append(now == old ? number : -number) }
      }
    }
    goOn.signal()
    #expect(try store.waitForWorker()?.get() != nil)
    #expect(answers.withLock { $0 } == [0, 1, 2, 3, 4, 5])
  }

  @Test("a sync whose log is missing fails")
  func syncFails() throws {
    let (directory, store) = try StateDirectory.opened()
    unlink(directory.files.log)
    let reason = "No such file or directory"
    #expect(
      throws: StoreError.notWritable(path: directory.files.log, reason: reason)
    ) { try store.waitForWorker()?.get() }
  }

  // MARK: The end

  @Test("a closed store has an empty log, a free directory and one complete file")
  func close() throws {
    let (directory, store) = try StateDirectory.opened(.head(1, "a"))
    #expect(store.close())
    #expect(store.close())
    store.idle()
    #expect(try directory.bytes("state.sqlite-wal") == [])
    #expect(try directory.bytes("lock") == [])
    #expect(try withoutLog(directory).sessions.map(\.name) == ["a"])
    #expect(try directory.open().store.problem == nil)
  }

  @Test("closing waits for a slow disk, up to a limit")
  func slowClose() throws {
    let (directory, store) = try StateDirectory.opened(.head(1, "a"))
    let goOn = DispatchSemaphore(value: 0)
    store.sync { _ in goOn.wait() }
    #expect(!store.close(within: .milliseconds(20)))
    // The lock is held while the work continues.
    #expect(throws: StoreError.locked(path: directory.files.lock, pid: getpid())) {
      try directory.open()
    }
    goOn.signal()
    try eventually("the directory is free") { (try? directory.open()) != nil }
    #expect(StoreLimits.closing == .seconds(2))
  }

  @Test("a commit after the end is a programming error")
  func afterClose() async {
    await #expect(processExitsWith: .failure) {
      let (directory, store) = try StateDirectory.opened()
      store.close()
      // The closed store does not remove it.
      try FileManager.default.removeItem(atPath: directory.path)
      try store.commit(.head(1, "a"))
    }
  }
}
