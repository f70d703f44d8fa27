import NavTestKit
import Testing

@testable import NavStore

@Suite("The store and its reference implementation")
struct TwinTests {
  @Test("all commits are read back, however often the store is reopened")
  func sameAsTwin() throws {
    try forSeeds(0..<10) { random in
      let directory = try StateDirectory()
      let twin = DictionaryStore()
      var (store, state, _) = try directory.open()
      let born = state.place
      for _ in 0..<30 {
        let batch = random.batch(after: twin)
        try store.commit(batch)
        twin.commit(batch)
        switch random.int(in: 0...11) {
        case 0:
          store.close()
          (store, state, _) = try directory.open()
          try demand(state.place == twin.state(born), "after a close")
        case 1: try demand(try directory.stateAfterKill().place == twin.state(born), "after a kill")
        case 2: store.idle()
        default: break
        }
      }
      store.close()
      try demand(try directory.open().state.place == twin.state(born), "at the end")
    }
  }
}
