import NavTestKit
import Testing

@testable import NavHost

@Suite("Tasks take turns by their cost")
struct FairQueueTests {
  private static let greedy = Principal.process(user: 1, id: 1)
  private static let other = Principal.process(user: 1, id: 2)

  private func take(_ queue: inout FairQueue<String>, _ count: Int, cost: Duration) -> [String] {
    (0..<count).compactMap { _ in
      defer { queue.finish(cost) }
      return queue.next()
    }
  }

  @Test("a task waits for no more than the one in progress, however many and costly the others are")
  func newcomer() {
    var queue = FairQueue<String>()
    for principal in 1...8 {
      for _ in 0..<300 {
        queue.enqueue(
          "big",
          of: .process(user: 1, id: Int32(principal)),
          estimate: .milliseconds(35)
        )
      }
    }
    _ = take(&queue, 20, cost: .milliseconds(35))
    for _ in 0..<10 {
      _ = queue.next()
      queue.enqueue("small", of: .process(user: 1, id: 99), estimate: .microseconds(100))
      queue.finish(.milliseconds(35))
      #expect(queue.next() == "small")
      queue.finish(.microseconds(120))
    }
  }

  @Test("tasks that wait are passed over, and keep their places")
  func passingOver() {
    var queue = FairQueue<String>()
    for (task, principal) in [
      ("wait 1", Self.greedy), ("go 1", Self.greedy), ("wait 2", Self.other), ("go 2", Self.other),
    ] {
      queue.enqueue(task, of: principal, estimate: .microseconds(100))
    }
    var taken: [String] = []
    while let place = queue.place(passingOver: { $0.hasPrefix("wait") }) {
      taken += [queue.take(place)].compactMap(\.self)
      queue.finish(.milliseconds(1))
    }
    #expect(taken == ["go 1", "go 2"])
    #expect(queue.count == 2)
    queue.enqueue("go 3", of: Self.greedy, estimate: .microseconds(100))
    #expect(take(&queue, 4, cost: .milliseconds(1)) == ["wait 1", "wait 2", "go 3"])
    queue.enqueue("wait 3", of: Self.other, estimate: .microseconds(100))
    #expect(queue.removeAll { $0 == "wait 3" } == ["wait 3"])
    #expect(queue.isEmpty)
  }

  @Test("whoever sends again what was costly waits, although the estimate was low")
  func measured() {
    var queue = FairQueue<String>()
    let estimate = Duration.microseconds(100)
    queue.enqueue("slow", of: Self.greedy, estimate: estimate)
    queue.enqueue("slow", of: Self.greedy, estimate: estimate)
    #expect(take(&queue, 1, cost: .milliseconds(50)) == ["slow"])
    for _ in 0..<20 { queue.enqueue("quick", of: Self.other, estimate: estimate) }
    #expect(
      take(&queue, 21, cost: .milliseconds(1)) == Array(repeating: "quick", count: 20) + ["slow"]
    )
    // The same after its lane was empty.
    queue.enqueue("slow", of: Self.greedy, estimate: estimate)
    queue.enqueue("quick", of: Self.other, estimate: estimate)
    #expect(take(&queue, 2, cost: .milliseconds(1)) == ["quick", "slow"])
  }

  @Test("what it costs to judge a task counts as soon as the principal's next one has ended")
  func judged() {
    var queue = FairQueue<String>()
    let estimate = Duration.microseconds(100)
    for task in ["first", "second"] { queue.enqueue(task, of: Self.greedy, estimate: estimate) }
    queue.charge(.milliseconds(50), to: Self.greedy)
    // Who waits for nothing competes with nobody.
    queue.charge(.milliseconds(50), to: Self.other)
    #expect(take(&queue, 1, cost: .milliseconds(1)) == ["first"])
    for _ in 0..<20 { queue.enqueue("quick", of: Self.other, estimate: estimate) }
    #expect(
      take(&queue, 21, cost: .milliseconds(1)) == Array(repeating: "quick", count: 20) + ["second"]
    )
  }

  @Test(
    "what it costs to send a reply counts like its task, also for whoever sends one request at a time"
  )
  func sent() {
    var queue = FairQueue<String>()
    let estimate = Duration.microseconds(100)
    let quick = Array(repeating: "quick", count: 20)
    for expected in [["large"] + quick, quick + ["large"], quick + ["large"]] {
      queue.enqueue("large", of: Self.greedy, estimate: estimate)
      for task in quick { queue.enqueue(task, of: Self.other, estimate: estimate) }
      #expect(take(&queue, 21, cost: .milliseconds(1)) == expected)
      queue.chargeAfterwards(.milliseconds(50), to: Self.greedy)
    }
  }

  @Test("tasks that are taken out leave the order and the turns of the others as they were")
  func removal() {
    var queue = FairQueue<Int>()
    for number in 0..<100 { queue.enqueue(number, of: Self.greedy, estimate: .milliseconds(1)) }
    queue.enqueue(1_000, of: Self.other, estimate: .milliseconds(1))
    // The first task is in progress.
    #expect(queue.next() == 0)
    #expect(queue.removeAll(of: Self.greedy) { $0 % 2 == 1 } == 50)
    #expect(queue.count == 50 && queue.count(of: Self.greedy) == 49)
    queue.finish(.milliseconds(1))
    #expect(queue.next() == 1_000)
    queue.finish(.milliseconds(1))
    var rest: [Int] = []
    while rest.count < 48, let next = queue.next() { rest.append(next) }
    queue.finish()
    #expect(rest == Array(stride(from: 2, through: 96, by: 2)))
    #expect(queue.removeAll(of: Self.greedy) { _ in true } == 1)
    #expect(queue.isEmpty && queue.next() == nil)
    #expect(queue.removeAll(of: Self.greedy) { _ in true } == 0)
    queue.enqueue(7, of: Self.greedy, estimate: .milliseconds(1))
    #expect(queue.next() == 7 && queue.isEmpty)
  }

  @Test("all tasks come in their principals' order; costs differ by two of the dearest at most")
  func shares() throws {
    try forSeeds(0..<30) { generator in
      var queue = FairQueue<(principal: Int, number: Int)>()
      var added = [Int](repeating: 0, count: 4)
      var taken = [Int](repeating: 0, count: 4)
      var costs = [Duration](repeating: .zero, count: 4)
      let prices = (0..<4).map { _ in Duration.microseconds(generator.next() % 5_000 + 1) }
      for principal in 0..<4 {
        for _ in 0..<400 {
          let id = Principal.process(user: 1, id: Int32(principal))
          queue.enqueue((principal, added[principal]), of: id, estimate: prices[principal])
          added[principal] += 1
        }
      }
      while let (principal, number) = queue.next() {
        try demand(number == taken[principal], "out of order")
        taken[principal] += 1
        costs[principal] += prices[principal]
        queue.finish(prices[principal])
        // While all have tasks, nobody is ahead by more than two of the dearest.
        if zip(taken, added).allSatisfy({ $0 < $1 }) {
          let (least, most) = (costs.min() ?? .zero, costs.max() ?? .zero)
          try demand(most - least <= (prices.max() ?? .zero) * 2, "\(costs)")
        }
      }
      try demand(taken == added)
    }
  }
}
