// Swift's view of the C library leaves wcwidth out: its header declares it only to those who ask for XSI.
#include <stddef.h>
int wcwidth(wchar_t character);
