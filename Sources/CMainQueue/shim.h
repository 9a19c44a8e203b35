// Integration of Dispatch's main queue with an own run loop. Foundation uses the same two functions, which no installed
// header declares: CFRunLoop.c of swift-corelibs-foundation, private/queue_private.h of swift-corelibs-libdispatch.

/// A descriptor that becomes readable when the main queue has work.
int _dispatch_get_main_queue_handle_4CF(void);

/// Runs the work of the main queue. Call it on the main thread.
void _dispatch_main_queue_callback_4CF(void *message);
