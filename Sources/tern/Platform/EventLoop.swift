import CMainQueue
import Glibc

/// Waits for keys and for what the main queue has to do, on the main thread.
///
/// Foundation's run loop would do for the queue alone. Keys would come to it through a second thread, which each of
/// them had to wake first: that takes as long as the answer itself.
@MainActor
enum EventLoop {
  /// - Parameters:
  ///   - input: where keys come from.
  ///   - patience: how long it may wait before it reads all the same; nil is for ever.
  ///   - read: called when there is something to read, or will never be anything any more.
  ///   - didServe: called after each piece of work, when the main queue is at rest: what is called may wait for it.
  static func run(
    input: Int32, patience: () -> Duration?, read: () -> Void, didServe: () -> Void
  ) -> Never {
    let queue = _dispatch_get_main_queue_handle_4CF()
    var waiting = [input, queue].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let milliseconds = patience().map { Int32(clamping: Int64(($0 / .milliseconds(1)).rounded(.up))) } ?? -1
      // A signal ends the waiting, too; those that mean something come through the queue.
      let count = poll(&waiting, 2, milliseconds)
      guard count >= 0 else { continue }
      if count == 0 || waiting[0].revents != 0 { read() }
      if waiting[1].revents != 0 { serve(queue) }
      didServe()
    }
  }

  private static func serve(_ queue: Int32) {
    var count: UInt64 = 0
    read(queue, &count, MemoryLayout.size(ofValue: count))
    _dispatch_main_queue_callback_4CF(nil)
  }
}
