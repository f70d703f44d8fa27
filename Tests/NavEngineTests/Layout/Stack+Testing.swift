import NavBase
import NavScene

@testable import NavEngine

extension StackGeometry {
  /// Returns the frames of all containers, by index; those beyond the window of the offset too.
  func frames(at offset: Double) -> [StackFrame] {
    containers.indices.map { frame(of: $0, at: offset) }
  }

  private func frame(of index: Int, at offset: Double) -> StackFrame {
    let origin = origin(at: offset)
    let window = window(origin...origin)
    if let found = window.entries.firstIndex(where: { $0.index == index }) {
      return window.frames(at: origin)[found]
    }
    let (run, node) = containers.place(at: index)
    let entry = StackWindow.Entry(
      index: index,
      page: node.page,
      isPopped: run.isPopped,
      location: metrics.length(of: run.below(node)),
      width: metrics.width(of: node.page.size)
    )
    var frame = window.frame(of: entry, at: origin)
    // Three stacked pages lie above it (SN-10).
    frame.isHidden = frame.isStacked
    return frame
  }

  /// Returns the frames of the containers that are in the viewport or shown as edges, in z-order.
  func visibleFrames(at offset: Double) -> [(index: Int, frame: StackFrame)] {
    let origin = origin(at: offset)
    let window = window(origin...origin)
    return zip(window.entries, window.frames(at: origin)).compactMap { entry, frame in
      let isShown = !frame.isHidden && (frame.isStacked || frame.isInside(metrics))
      return isShown ? (entry.index, frame) : nil
    }
  }
}

extension StackMotion {
  var start: Double { legs[0].start }
  var target: Double { legs[legs.count - 1].target }

  /// All offsets after the start; the last one is the target.
  var steps: [Double] { legs.flatMap(\.steps) }
}

extension StackState {
  /// Sets all pages at once, as a sequence of commands (NC-8).
  mutating func set(_ wanted: [StackPage]) {
    let common = zip(pages, wanted).prefix { $0.id == $1.id }.count
    while pages.count > common { pop() }
    for page in wanted[common...] { push(page) }
  }
}

extension StackContents {
  /// Creates contents; ids ascend.
  init(visible: [ContainerID], presented: [ContainerID]) {
    self.init()
    self.visible = visible
    for id in presented { self.presented.insert(id, between: nil, nil) }
  }

  func wasPresented(_ id: ContainerID) -> Bool { presented.contains(id) }
}

extension StackContainers {
  /// Creates containers from any order of live and popped pages.
  init(_ containers: some Sequence<StackContainer>) {
    self.init()
    let containers = Array(containers)
    let live = StackPages(containers.lazy.filter { !$0.isPopped }.map(\.page))
    var used = 0
    for container in containers {
      if container.isPopped {
        append([container.page], 0..<1, isPopped: true)
      } else {
        append(live, used..<used + 1, isPopped: false)
        used += 1
      }
    }
  }
}
