import ArgumentParser
import CNavSupport

/// An operation whose instructions are counted, named after its function without `counted`.
enum CountedOperation: Hashable, CaseIterable, ExpressibleByArgument {
  case stack(StackWork.Operation)
  case strip(StripWork.Operation)
  case paint(PaintWork.Operation)

  static let allCases =
    StackWork.Operation.allCases.map(Self.stack) + StripWork.Operation.allCases.map(Self.strip)
    + PaintWork.Operation.allCases.map(Self.paint)

  var name: String {
    switch self {
    case .stack(let operation): operation.rawValue
    case .strip(let operation): operation.rawValue
    case .paint(let operation): operation.rawValue
    }
  }

  init?(argument: String) {
    guard let named = Self.allCases.first(where: { $0.name == argument }) else { return nil }
    self = named
  }

  var defaultValueDescription: String { name }

  static var allValueStrings: [String] { allCases.map(\.name) }
}

struct Instructions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Operations of the layout engine, for a counter of instructions.",
    discussion: """
      The functions `countedPush` and so on are what is to be counted; the stack, or the strip of options, \
      is made before them. deploy/count compares small ones with very large ones.

      Examples:
        navbench instructions --pages 1000000
        navbench instructions --pages 10 --operation push --operation pop
        valgrind --tool=callgrind --collect-atstart=no '--toggle-collect=*counted*' \\
          navbench instructions --pages 1000000 --operation push --times 5
      """
  )

  @Option(
    help: "Pages of the stack, columns of the strip, 4 to 10000000.",
    transform: within(4...10_000_000)
  )
  var pages = 10

  @Option(help: "Which one; may be given several times, else all are done in this order.")
  var operation = CountedOperation.allCases

  @Option(help: "How often each is done, 2 to 1000000.", transform: within(2...1_000_000))
  var times = 5

  /// Prepares the state of an operation and runs it.
  ///
  /// Freed memory is consolidated before; otherwise the allocator does so during a large allocation, and the operation
  /// is charged for it.
  func run() throws {
    lazy var stack = StackWork(pages: pages)
    lazy var strip = StripWork(columns: pages)
    var paint: PaintWork?
    for operation in operation {
      switch operation {
      case .stack(let step):
        _ = stack
        nav_memory_tidy()
        let outcome = try same(stack.perform(step, times: times), operation)
        print("\(operation.name): \(outcome.frames) frames, \(outcome.pages) pages")
      case .strip(let step):
        _ = strip
        nav_memory_tidy()
        let outcome = try same(strip.perform(step, times: times), operation)
        print("\(operation.name): \(outcome.frames) frames, \(outcome.cells) cells")
      case .paint(let step):
        var work = try paint.take() ?? PaintWork(pages: pages)
        nav_memory_tidy()
        print("\(operation.name): \(try same(work.perform(step, times: times), operation)) bytes")
        paint = work
      }
    }
  }

  /// Returns the outcome of all repetitions, which must be equal.
  private func same<Outcome: Hashable>(
    _ outcomes: [Outcome],
    _ operation: CountedOperation
  ) throws -> Outcome {
    guard let outcome = outcomes.first, Set(outcomes).count == 1 else {
      throw BenchError("\(operation.name) did something else each time: \(Set(outcomes))")
    }
    return outcome
  }
}
