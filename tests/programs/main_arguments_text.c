/* heddle: reach=UNKNOWN; engines: explore; reason: access to memory that is not modelled, or outside any object */
/* The characters of an argument are not modelled. */
int main(int argc, char **argv)
{
    return argc > 1 && argv[1][0] == 'x';
}
