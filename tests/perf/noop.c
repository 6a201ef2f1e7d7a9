/* The smallest program: what it takes to run it is what the system takes to run anything. */
int main(void) { return 0; }
